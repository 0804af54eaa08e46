import { Button, SegmentedControl, Switch, Table, Text, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ListedFile } from '@trowel/contract/files.js'
import { privileges } from '@trowel/contract/privileges.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FileFacts } from '../../components/files/file-facts.js'
import { fileName, fileTitle } from '../../components/files/file-kind.js'
import { FileMenu } from '../../components/files/file-menu.js'
import { FileViewer } from '../../components/files/file-viewer.js'
import { Thumbnail } from '../../components/files/thumbnail.js'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { Pages } from '../../components/pages.js'
import { Empty, Loaded } from '../../components/states.js'
import { ToolLine } from '../../components/tool-line.js'
import { useApplication } from '../../core/application.js'
import { fileQueries } from '../../queries/files.js'
import classes from './files.module.css'
import type { FilesSearch } from './files-address.js'

const perPage = 60

/** All files of the application, newest first, each with the records that it belongs to. */
export function Files() {
  const { t, i18n } = useTranslation()
  const { app, mayAct, frozen } = useApplication()
  const navigate = useNavigate()
  const address = useSearch({ from: '/app/$app/files' })
  const [shown, setShown] = useState<number>()
  const { q, orphans, page = 1, as } = address
  const query = { search: q, orphans_only: orphans, page, per_page: perPage }
  const found = useQuery({
    ...fileQueries.page(app, query),
    placeholderData: keepPreviousData,
  })
  const go = (search: FilesSearch, replace = false) =>
    void navigate({ to: '/app/$app/files', params: { app }, search, replace })
  const total = found.data?.total
  // A user who may write may try; what a user may not do with a file of others, the service says.
  const mayEdit = mayAct(25) && !frozen
  const View = as === 'list' ? FileList : FileGrid
  return (
    <Page
      title={t('navigation.files')}
      note={
        <span className="numbers" role="status">
          {total === undefined
            ? '\u00a0'
            : t('files.count', { count: total, number: total.toLocaleString(i18n.language) })}
        </span>
      }
      actions={
        <ToolLine>
          <SearchInput
            text={q ?? ''}
            onSearch={(text) => go({ ...address, q: text, page: undefined }, true)}
          />
          <Switch
            size="xs"
            label={t('files.orphans')}
            checked={orphans ?? false}
            onChange={({ currentTarget }) =>
              go({ ...address, orphans: currentTarget.checked || undefined, page: undefined })
            }
          />
          <SegmentedControl
            size="xs"
            aria-label={t('files.layout')}
            value={as ?? 'grid'}
            data={[
              { value: 'grid', label: t('files.asGrid') },
              { value: 'list', label: t('files.asList') },
            ]}
            onChange={(value) => go({ ...address, as: value === 'list' ? 'list' : undefined }, true)}
          />
        </ToolLine>
      }
    >
      <Loaded query={found} lines={10}>
        {({ files, total: all }) =>
          files.length === 0 ? (
            <Nothing address={address} onShowAll={() => go({ as })} />
          ) : (
            <>
              <View files={files} mayEdit={mayEdit} onOpen={setShown} />
              <Pages
                page={page}
                total={all}
                perPage={perPage}
                label={t('files.pages')}
                mt="1.5rem"
                onPage={(to) => {
                  document.getElementById('content')?.scrollTo(0, 0)
                  go({ ...address, page: to })
                }}
              />
              {shown !== undefined && (
                <FileViewer
                  files={files}
                  at={Math.min(shown, files.length - 1)}
                  mayEdit={mayEdit}
                  onMove={setShown}
                  onClose={() => setShown(undefined)}
                  more={(file) => <FileRecords file={file} />}
                />
              )}
            </>
          )
        }
      </Loaded>
    </Page>
  )
}

function Nothing({ address: { q, orphans }, onShowAll }: { address: FilesSearch; onShowAll: () => void }) {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  if (q === undefined && orphans === undefined)
    return (
      <Empty icon="picture" title={t('files.empty')}>
        {t('files.emptyText')}
        {mayAct(privileges.writer) && (
          <Button component={Link} to={`/app/${app}/import`} variant="default" size="xs" mt="sm">
            {t('files.importMany')}
          </Button>
        )}
      </Empty>
    )
  return (
    <Empty icon="search" title={t(q === undefined ? 'files.noOrphans' : 'files.nothingFound')}>
      <Button variant="default" size="xs" mt="sm" onClick={onShowAll}>
        {t('files.showAll')}
      </Button>
    </Empty>
  )
}

/** Searches while a user types, as soon as he pauses. */
function SearchInput({ text, onSearch }: { text: string; onSearch: (text: string | undefined) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(text)
  const search = useDebouncedCallback((wanted: string) => onSearch(wanted === '' ? undefined : wanted), 250)
  useEffect(() => setTyped(text), [text])
  return (
    <TextInput
      type="search"
      className={classes['search'] ?? ''}
      aria-label={t('files.search')}
      placeholder={t('files.searchHint')}
      leftSection={<Icon name="search" size={15} />}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value)
        search(currentTarget.value.trim())
      }}
    />
  )
}

/** Files as lines, in which they are described one after the other. */
function FileList({ files, mayEdit, onOpen }: FilesShown) {
  const { t } = useTranslation()
  return (
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
            <Table.Td className={classes['nameCell'] ?? ''}>
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
            <Table.Td className={classes['menuCell'] ?? ''}>
              <FileMenu file={file} mayEdit={mayEdit} onOpen={() => onOpen(at)} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface FilesShown {
  readonly files: readonly ListedFile[]
  readonly mayEdit: boolean
  readonly onOpen: (at: number) => void
}

/** Files as pictures. */
function FileGrid({ files, mayEdit, onOpen }: FilesShown) {
  return (
    <ul className={classes['grid']}>
      {files.map((file, at) => (
        <li key={file.id} className={classes['tile']}>
          <button type="button" className={classes['open']} onClick={() => onOpen(at)}>
            <span className={classes['picture']}>
              <Thumbnail file={file} />
            </span>
            <span className={classes['title']} title={fileTitle(file)}>
              {fileTitle(file)}
            </span>
          </button>
          <FileRecords file={file} max={2} />
          <span className={classes['menu']}>
            <FileMenu file={file} mayEdit={mayEdit} onOpen={() => onOpen(at)} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The records that a file belongs to, as links. `max`: so many, the others are counted. */
function FileRecords({ file, max = 40 }: { file: ListedFile; max?: number }) {
  const { t } = useTranslation()
  const { app, table } = useApplication()
  const { links } = file
  if (links.length === 0)
    return (
      <Text component="span" size="xs" c="dimmed">
        {t('files.noRecord')}
      </Text>
    )
  return (
    <span className={classes['records']}>
      {links.slice(0, max).map((link) => (
        <Link
          key={link.link_id}
          to="/app/$app/record/$table/$id"
          params={{ app, table: link.tb, id: String(link.record_id) }}
          className={classes['record']}
        >
          {table(link.tb)?.label} {link.label}
        </Link>
      ))}
      {links.length > max && (
        <Text component="span" size="xs" c="dimmed">
          {t('files.andMore', { count: links.length - max })}
        </Text>
      )}
    </span>
  )
}
