import { Button, Group, Menu, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { CitationFormatName } from '@trowel/contract/citations.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { showProblem } from '../../../components/notices.js'
import { OrderList } from '../../../components/order-list.js'
import { saveBlob } from '../../../components/save-file.js'
import { Section } from '../../../components/section.js'
import { useApplication, useChanged } from '../../../core/application.js'
import { client } from '../../../core/session.js'
import { libraryQueries } from '../../../queries/libraries.js'
import type { WholeRecord } from '../../../queries/records.js'
import classes from './bibliography-section.module.css'
import { useCitations } from './bibliography-section-changes.js'
import { CitationEntry } from './bibliography-section-entry.js'
import { FindWork } from './bibliography-section-find.js'

/** What a record cites: works of the libraries, with the pages that are meant. */
export function BibliographySection({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { app, frozen } = useApplication()
  const { metadata, schema, bibliography } = record
  const [finding, { open, close }] = useDisclosure(false)
  const mayEdit = metadata.can_edit && !frozen && schema.has_refman
  const libraries = useQuery({
    ...libraryQueries.options(app),
    enabled: mayEdit,
  })
  const { order } = useCitations(record)
  // Beside the number of its link, an entry without a place stands behind those that have one.
  const entries = Object.values(bibliography).sort(
    (a, b) => (a.sort ?? Number.MAX_SAFE_INTEGER) - (b.sort ?? Number.MAX_SAFE_INTEGER) || a.id - b.id,
  )
  useCitationSync(record, mayEdit && entries.length > 0)
  if (entries.length === 0 && !mayEdit) return null
  const libs = libraries.data?.libs ?? []
  const items = entries.map((entry) => ({
    key: String(entry.id),
    name: entry.author_year ?? t('bibliography.nameless'),
    entry,
  }))
  return (
    <Section
      name="bibliography"
      title={t('record.bibliography')}
      count={entries.length}
      actions={
        <Group gap={6} wrap="nowrap">
          {entries.length > 0 && <ExportBibliography record={record} />}
          {mayEdit && libs.length > 0 && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="plus" size={14} />}
              onClick={open}
            >
              {t('bibliography.add')}
            </Button>
          )}
        </Group>
      }
    >
      {entries.length === 0 && (
        <Text size="sm" c="dimmed">
          {t(libraries.data && libs.length === 0 ? 'bibliography.noLibrary' : 'bibliography.empty')}
        </Text>
      )}
      {mayEdit && entries.length > 1 ? (
        <OrderList label={t('record.bibliography')} items={items} onOrder={(keys) => order(keys.map(Number))}>
          {({ entry }) => <CitationEntry record={record} entry={entry} mayEdit />}
        </OrderList>
      ) : (
        <ul className={classes['entries']} aria-label={t('record.bibliography')}>
          {entries.map((entry) => (
            <li key={entry.id}>
              <CitationEntry record={record} entry={entry} mayEdit={mayEdit} />
            </li>
          ))}
        </ul>
      )}
      {finding && <FindWork record={record} libraries={libs} onClose={close} />}
    </Section>
  )
}

const formats: Readonly<Record<CitationFormatName, string>> = {
  bibtex: 'BibTeX',
  ris: 'RIS',
  csljson: 'CSL-JSON',
}
const formatNames: readonly CitationFormatName[] = ['bibtex', 'ris', 'csljson']

function ExportBibliography({ record: { metadata } }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const save = async (format: CitationFormatName) => {
    try {
      const file = await client.citations.exportOf(metadata.tb_id, metadata.rec_id ?? 0, { format }).fetch()
      saveBlob(await file.blob(), file.name)
    } catch (error) {
      showProblem(error)
    }
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="compact-sm" variant="default" leftSection={<Icon name="export" size={14} />}>
          {t('export.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formatNames.map((format) => (
          <Menu.Item key={format} onClick={() => void save(format)}>
            {formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/**
 * Synchronizes the citations of a record with their libraries when a user opens it who may change it. The
 * page does not wait for that, and ignores a library that does not answer: what is cached stays.
 */
function useCitationSync({ metadata }: WholeRecord, enabled: boolean): void {
  const { app } = useApplication()
  const changed = useChanged()
  const { tb_id: table, rec_id: id } = metadata
  const refresh = () => void changed({ of: 'citation', table, id: id ?? 0 })
  useQuery({
    ...libraryQueries.sync(app, table, id ?? 0, refresh),
    enabled: enabled && id !== null && navigator.onLine,
  })
}
