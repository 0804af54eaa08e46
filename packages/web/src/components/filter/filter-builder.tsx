import { ActionIcon, Button, Code, Group as Line, SegmentedControl, Text } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import type { Filter } from '@trowel/client'
import { offeredOperators } from '@trowel/contract/model/operators.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../icon.js'
import { Failed, Waiting } from '../states.js'
import classes from './filter-builder.module.css'
import { type FilterField, useFilterFields } from './filter-fields.js'
import { FilterRow } from './filter-row.js'
import {
  type Condition,
  type FilterRows,
  type Group,
  isGroup,
  isOpaque,
  type Join,
  type Leaf,
  readFilter,
} from './read-filter.js'
import { writeFilter } from './write-filter.js'

const emptyRow: Condition = { field: '', operator: '_icontains', values: [] }

interface Props {
  readonly table: string
  readonly filter: Filter | undefined
  /** Called when a user pauses; only with what is complete. */
  readonly onChange: (filter: Filter | undefined) => void
  /** `own`: fields of the table alone, for filters that may not cross tables. */
  readonly reach?: 'own' | 'all'
  /** A field on which a condition is begun: the keys that lead to it. */
  readonly begun?: string | undefined
  /** Beside other inputs the first row does not take the focus. */
  readonly isAside?: boolean
}

/** A filter as rows of field, operator and value, and groups of them. */
export function FilterBuilder({ table, filter, onChange, reach = 'all', begun, isAside = false }: Props) {
  const { fields, isReady, error } = useFilterFields(table, reach)
  if (error) return <Failed error={error} />
  if (!isReady) return <Waiting lines={2} />
  return (
    <Rows key={table} fields={fields} filter={filter} onChange={onChange} begun={begun} isAside={isAside} />
  )
}

function Rows({
  fields,
  filter,
  onChange,
  begun,
  isAside,
}: Omit<Props, 'table' | 'reach'> & { fields: readonly FilterField[] }) {
  const { t } = useTranslation()
  const field = fields.find(({ path }) => path === begun)
  const begunRow: Condition | undefined = field && {
    field: field.path,
    operator: offeredOperators[field.kind][0],
    values: [],
  }
  const [rows, change] = useDraft(fields, filter, onChange, { begunRow, atFirst: isAside ? [] : [emptyRow] })
  const replaced = (place: number, item?: Leaf | Group<Leaf>): FilterRows => ({
    ...rows,
    items: rows.items.flatMap((one, k) => (k === place ? (item ?? []) : one)),
  })
  const added = (item: Leaf | Group<Leaf>) => change({ ...rows, items: [...rows.items, item] })
  return (
    <div className={classes['builder']}>
      {rows.items.length > 1 && (
        <JoinChoice join={rows.join} onChange={(join) => change({ ...rows, join })} />
      )}
      <ul className={classes['rows']}>
        {rows.items.map((item, place) =>
          isGroup(item) ? (
            <li key={place} className={classes['group']}>
              <JoinChoice join={item.join} onChange={(join) => change(replaced(place, { ...item, join }))} />
              <ul className={classes['rows']}>
                {item.items.map((leaf, k) => (
                  <LeafRow
                    key={k}
                    leaf={leaf}
                    fields={fields}
                    onChange={(now) => {
                      const items = item.items.flatMap((one, at) => (at === k ? (now ?? []) : one))
                      change(replaced(place, items.length === 0 ? undefined : { ...item, items }))
                    }}
                  />
                ))}
              </ul>
              <Adding onClick={() => change(replaced(place, { ...item, items: [...item.items, emptyRow] }))}>
                {t('filter.addToGroup')}
              </Adding>
            </li>
          ) : (
            <LeafRow
              key={place}
              leaf={item}
              fields={fields}
              onChange={(now) => change(replaced(place, now))}
            />
          ),
        )}
      </ul>
      <Line gap="xs">
        <Adding onClick={() => added(emptyRow)}>{t('filter.add')}</Adding>
        {rows.items.length > 0 && (
          <Adding
            onClick={() =>
              added({ join: rows.join === '_and' ? '_or' : '_and', items: [emptyRow, emptyRow] })
            }
          >
            {t('filter.addGroup')}
          </Adding>
        )}
      </Line>
    </div>
  )
}

/**
 * The rows as a user edits them. A filter that comes from elsewhere, such as the Back button, replaces
 * them.
 */
function useDraft(
  fields: readonly FilterField[],
  filter: Filter | undefined,
  onChange: (filter: Filter | undefined) => void,
  /** What stands there when nothing is filtered, and a condition that is begun behind the others. */
  { atFirst, begunRow }: { atFirst: FilterRows['items']; begunRow: Condition | undefined },
): readonly [FilterRows, (rows: FilterRows) => void] {
  const read = (): FilterRows => {
    const rows = readFilter(filter, fields)
    return rows.items.length > 0 ? rows : { join: '_and', items: atFirst }
  }
  const begin = (): FilterRows => {
    if (!begunRow) return read()
    const rows = readFilter(filter, fields)
    return { ...rows, items: [...rows.items, begunRow] }
  }
  const given = JSON.stringify(filter)
  const [state, setState] = useState(() => ({ rows: begin(), seen: given, sent: given }))
  const send = useDebouncedCallback((rows: FilterRows) => {
    const written = writeFilter(rows, fields)
    setState((now) => ({ ...now, sent: JSON.stringify(written) }))
    onChange(written)
  }, 350)
  if (given !== state.seen)
    setState(given === state.sent ? { ...state, seen: given } : { rows: read(), seen: given, sent: given })
  return [
    state.rows,
    (rows) => {
      setState((now) => ({ ...now, rows }))
      send(rows)
    },
  ]
}

function LeafRow({
  leaf,
  fields,
  onChange,
}: {
  leaf: Leaf
  fields: readonly FilterField[]
  onChange: (leaf: Leaf | undefined) => void
}) {
  if (isOpaque(leaf)) return <OpaqueRow filter={leaf.filter} onRemove={() => onChange(undefined)} />
  return (
    <FilterRow fields={fields} condition={leaf} onChange={onChange} onRemove={() => onChange(undefined)} />
  )
}

function JoinChoice({ join, onChange }: { join: Join; onChange: (join: Join) => void }) {
  const { t } = useTranslation()
  return (
    <Line gap="xs" className={classes['join'] ?? ''}>
      <Text size="sm" c="dimmed" component="span">
        {t('filter.meets')}
      </Text>
      <SegmentedControl
        size="xs"
        aria-label={t('filter.meets')}
        data={[
          { value: '_and', label: t('filter.all') },
          { value: '_or', label: t('filter.any') },
        ]}
        value={join}
        onChange={(chosen) => onChange(chosen === '_or' ? '_or' : '_and')}
      />
    </Line>
  )
}

const Adding = ({ onClick, children }: { onClick: () => void; children: string }) => (
  <Button variant="subtle" size="compact-sm" leftSection={<Icon name="plus" size={14} />} onClick={onClick}>
    {children}
  </Button>
)

/** A condition that rows cannot show, as it is written. */
function OpaqueRow({ filter, onRemove }: { filter: Filter; onRemove: () => void }) {
  const { t } = useTranslation()
  return (
    <li className={classes['row']}>
      <span className={classes['opaque']}>
        {t('filter.opaque')} <Code>{JSON.stringify(filter)}</Code>
      </span>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={t('filter.remove', { field: t('filter.opaque') })}
        onClick={onRemove}
      >
        <Icon name="close" size={15} />
      </ActionIcon>
    </li>
  )
}
