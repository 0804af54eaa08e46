import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import type { Listing } from '@trowel/client'
import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { showProblem } from '../../components/notices.js'
import { atBottom } from '../../components/notices-above.js'
import { type Table, useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { BulkDelete } from './bulk-delete.js'
import { BulkEdit } from './bulk-edit.js'
import type { Column } from './columns.js'
import { ExportMenu } from './export-menu.js'
import { maxDeleted, maxEdited } from './limits.js'
import classes from './selection-bar.module.css'

/** A selection with one record more or less. */
export function toggled(selected: ReadonlySet<number>, id: number): ReadonlySet<number> {
  const next = new Set(selected)
  if (!next.delete(id)) next.add(id)
  return next
}

/** What can be done with the selected records. */
export function SelectionBar({
  table,
  listing,
  all,
  columns,
  group,
  total,
  selected,
  onSelect,
}: {
  table: Table
  /** What the selection was made from. */
  listing: Listing
  /** The columns that the table has. */
  all: readonly Column[]
  /** Those of the list. */
  columns: readonly Column[]
  /** By which field the list is grouped. */
  group?: string | undefined
  total: number
  selected: ReadonlySet<number>
  onSelect: (ids: ReadonlySet<number>) => void
}) {
  const { t, i18n } = useTranslation()
  const { frozen } = useApplication()
  const [editing, edit] = useDisclosure(false)
  const [deleting, remove] = useDisclosure(false)
  const ids = [...selected]
  const number = (value: number) => value.toLocaleString(i18n.language)
  const wholeList = useMutation({
    mutationFn: () => firstIds(table.name, listing, Math.min(total, maxEdited)),
    onSuccess: (found) => onSelect(new Set(found)),
    onError: showProblem,
  })
  const mayWrite = table.privilege <= privileges.self_writer && !frozen
  return (
    <section ref={atBottom} className={classes['bar']} aria-label={t('selection.title')}>
      <Text fw={600} size="sm" className="numbers" role="status">
        {t('selection.count', { count: ids.length, number: number(ids.length) })}
      </Text>
      {total > ids.length && ids.length < maxEdited && (
        <Button
          variant="subtle"
          size="compact-sm"
          loading={wholeList.isPending}
          onClick={() => wholeList.mutate()}
        >
          {total > maxEdited
            ? t('selection.first', { most: number(maxEdited) })
            : t('selection.all', { number: number(total) })}
        </Button>
      )}
      {mayWrite && ids.length > maxDeleted && (
        <Text size="xs" c="dimmed">
          {ids.length > maxEdited
            ? t('selection.most', { most: number(maxEdited) })
            : t('selection.maxDeleted', { most: number(maxDeleted) })}
        </Text>
      )}
      <div className={classes['actions']}>
        {table.privilege <= privileges.writer && !frozen && (
          <Button
            variant="default"
            disabled={ids.length > maxEdited}
            leftSection={<Icon name="edit" size={16} />}
            onClick={edit.open}
          >
            {t('selection.edit')}
          </Button>
        )}
        <ExportMenu
          table={table}
          listing={{
            filter: { id: { _in: ids } },
            sort_field: listing.sort_field,
            sort_dir: listing.sort_dir,
            as_of: listing.as_of,
          }}
          all={all}
          shown={columns}
          group={group}
          total={ids.length}
          position="top-end"
        />
        {mayWrite && (
          <Button
            variant="default"
            c="var(--danger)"
            disabled={ids.length > maxDeleted}
            leftSection={<Icon name="bin" size={16} />}
            onClick={remove.open}
          >
            {t('selection.delete')}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          leftSection={<Icon name="close" size={16} />}
          onClick={() => onSelect(new Set())}
        >
          {t('selection.clear')}
        </Button>
      </div>
      {editing && <BulkEdit table={table} ids={ids} onClose={edit.close} />}
      {deleting && (
        <BulkDelete
          table={table}
          ids={ids}
          onClose={remove.close}
          onGone={(left) => onSelect(new Set(left))}
        />
      )}
    </section>
  )
}

const pageSize = 200
/** So many pages are on their way at once. */
const maxConcurrent = 5

/** Ids of the first records of a listing. */
async function firstIds(table: string, listing: Listing, wanted: number): Promise<number[]> {
  const pages = Array.from({ length: Math.ceil(wanted / pageSize) }, (_, place) => place + 1)
  const ids: number[] = []
  while (pages.length > 0) {
    const answers = await Promise.all(
      pages
        .splice(0, maxConcurrent)
        .map((page) =>
          client.records.search(table, { ...listing, columns: ['id'], per_page: pageSize, page }),
        ),
    )
    ids.push(...answers.flatMap(({ data }) => data.map(({ id }) => id)))
  }
  return ids.slice(0, wanted)
}
