import { Table, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { FileFacts } from '../../components/files/file-facts.js'
import { fileName, fileTitle } from '../../components/files/file-kind.js'
import { FileMenu } from '../../components/files/file-menu.js'
import { Thumbnail } from '../../components/files/thumbnail.js'
import type { FilesShown } from './file-grid.js'
import { FileRecords } from './file-records.js'
import classes from './files.module.css'

/** Files as lines, in which they are described one after the other. */
export function FileList({ files, mayEdit, onOpen }: FilesShown) {
  const { t } = useTranslation()
  return (
    <Table.ScrollContainer minWidth={720}>
      <Table verticalSpacing="xs" className={classes['list'] ?? ''}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('files.name')}</Table.Th>
            <Table.Th w="48%">{t('files.facts')}</Table.Th>
            <Table.Th>{t('files.records')}</Table.Th>
            <Table.Td />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {files.map((file, at) => (
            <Table.Tr key={file.id}>
              <Table.Td w={260}>
                <button type="button" className={classes['openRow']} onClick={() => onOpen(at)}>
                  <span className={classes['small']}>
                    <Thumbnail file={file} w={120} />
                  </span>
                  <Text component="span" size="sm" style={{ overflowWrap: 'anywhere' }}>
                    {fileName(file)}
                  </Text>
                </button>
              </Table.Td>
              <Table.Td>
                <FileFacts file={file} mayEdit={mayEdit} of={fileTitle(file)} />
              </Table.Td>
              <Table.Td>
                <FileRecords file={file} max={4} />
              </Table.Td>
              <Table.Td w={44}>
                <FileMenu file={file} mayEdit={mayEdit} onOpen={() => onOpen(at)} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
