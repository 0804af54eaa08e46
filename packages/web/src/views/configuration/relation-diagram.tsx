import { ActionIcon, Group, Text } from '@mantine/core'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { textIn } from '../../components/settings.js'
import { Empty, Waiting } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { configurationQueries } from '../../queries/configuration.js'
import {
  boxWidth,
  type DiagramTable,
  headHeight,
  lineHeight,
  type PlacedTable,
  placeTables,
} from './diagram-layout.js'
import classes from './relation-diagram.module.css'
import type { ConfiguredTable, Relation } from './use-configuration.js'
import { usePanZoom } from './use-pan-zoom.js'

const drawnFields = 9

/**
 * The tables as boxes with their fields; a line leads from each field that refers to a table. The list says
 * the same in words.
 */
export function RelationDiagram({
  relations,
  onEdit,
}: {
  relations: readonly Relation[]
  onEdit: (relation: Relation) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const list = useQuery(configurationQueries.tables(app))
  const details = useQueries({
    queries: (list.data?.tables ?? []).map(({ name }) => configurationQueries.table(app, name)),
  })
  const known = details.flatMap(({ data }) => (data ? [data.table] : []))
  if (!list.data || known.length < list.data.tables.length) return <Waiting lines={8} />
  if (known.length === 0)
    return (
      <Empty icon="share" title={t('configuration.noTables')}>
        {t('configuration.noTablesText')}
      </Empty>
    )
  const all = [...relations, ...looseLookups(known, relations)]
  return <Drawing tables={known.map((table) => drawn(table, all))} relations={all} onEdit={onEdit} />
}

/** Fields that lead to a table without a relation of their own, as in rows of plugin tables. */
const looseLookups = (tables: readonly ConfiguredTable[], relations: readonly Relation[]): Relation[] =>
  tables.flatMap((table) =>
    Object.values(table.fields).flatMap((field) => {
      const target = textIn(field, 'id_from_tb')
      const to = tables.find(({ name }) => name === target)
      const isKnown = relations.some((one) => one.from_tb === table.name && one.from_col === field.name)
      return !to || isKnown
        ? []
        : {
            id: 0,
            from_tb: table.name,
            from_col: field.name,
            from_label: table.label,
            to_tb: target,
            to_col: 'id',
            to_label: to.label,
            on_delete: '',
            on_update: '',
            enforced: false,
          }
    }),
  )

/** Fields that refer to tables first: they are what the drawing is about. */
function drawn(
  { name, label, is_plugin, fields }: ConfiguredTable,
  relations: readonly Relation[],
): DiagramTable {
  const refers = (field: string): boolean =>
    relations.some((relation) => relation.from_tb === name && relation.from_col === field)
  const all = Object.values(fields)
    .filter(
      (field) => !['id', 'creator', 'id_link'].includes(field.name) && !field.name.startsWith('chrono_'),
    )
    .sort((a, b) => Number(refers(b.name)) - Number(refers(a.name)) || a.sort - b.sort)
  const references = all.filter((field) => refers(field.name)).length
  const shown = Math.max(drawnFields, references)
  return {
    name,
    label,
    isPlugin: is_plugin === '1',
    fields: all.slice(0, shown).map((field) => ({ name: field.name, label: field.label })),
    others: Math.max(0, all.length - shown),
  }
}

function Drawing({
  tables,
  relations,
  onEdit,
}: {
  tables: readonly DiagramTable[]
  relations: readonly Relation[]
  onEdit: (relation: Relation) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const { placed, width, height } = placeTables(tables, relations)
  const { viewBox, handlers, zoom, fit } = usePanZoom(width, height)
  const boxes = new Map(placed.map((table) => [table.name, table]))
  const open = (table: string) => {
    void navigate({ to: '/app/$app/configuration/$table', params: { app, table } })
  }
  return (
    <div className={classes['frame']}>
      <Group gap={4} className={classes['tools']}>
        {(
          [
            ['plus', () => zoom(0.8), 'zoomIn'],
            ['minus', () => zoom(1.25), 'zoomOut'],
            ['refresh', fit, 'fit'],
          ] as const
        ).map(([icon, act, label]) => (
          <ActionIcon key={label} variant="default" aria-label={t(`configuration.${label}`)} onClick={act}>
            <Icon name={icon} size={15} />
          </ActionIcon>
        ))}
      </Group>
      <svg
        className={classes['drawing']}
        viewBox={viewBox}
        role="group"
        aria-label={t('configuration.diagramOf', { count: tables.length })}
        {...handlers}
      >
        {relations.map((relation) => {
          const from = boxes.get(relation.from_tb)
          const to = boxes.get(relation.to_tb)
          if (!from || !to) return null
          return (
            // The same relation can be edited from the list, by keyboard.
            // biome-ignore lint/a11y/noStaticElementInteractions: a second way beside the list
            <g
              key={`${relation.from_tb}.${relation.from_col}`}
              className={classes['relation']}
              onDoubleClick={() => relation.id > 0 && onEdit(relation)}
            >
              <path
                d={lineBetween(from, relation.from_col, to)}
                data-loose={!relation.enforced || undefined}
              />
              <title>{`${relation.from_label} → ${relation.to_label}`}</title>
            </g>
          )
        })}
        {placed.map((table) => (
          <Box key={table.name} table={table} relations={relations} onOpen={() => open(table.name)} />
        ))}
      </svg>
      <Text size="xs" c="dimmed" className={classes['hint']}>
        {t('configuration.diagramHint')}
      </Text>
    </div>
  )
}

function Box({
  table,
  relations,
  onOpen,
}: {
  table: PlacedTable
  relations: readonly Relation[]
  onOpen: () => void
}) {
  const { t } = useTranslation()
  const refers = (field: string): boolean =>
    relations.some(({ from_tb, from_col }) => from_tb === table.name && from_col === field)
  return (
    <g
      transform={`translate(${table.x} ${table.y})`}
      className={classes['box']}
      data-plugin={table.isPlugin || undefined}
    >
      <g
        role="button"
        tabIndex={0}
        aria-label={t('configuration.openTable', { table: table.label })}
        onClick={onOpen}
        onKeyDown={(event) => {
          if (event.key === 'Enter' || event.key === ' ') onOpen()
        }}
      >
        <rect width={boxWidth} height={table.height} rx={6} />
        <path d={`M0 ${headHeight}h${boxWidth}`} />
        <text x={12} y={20} className={classes['head']}>
          {cut(table.label, 24)}
        </text>
      </g>
      {/* Beside the button, which is called by the table alone; clicks go through to it. */}
      <g className={classes['fields']}>
        {table.fields.map((field, place) => (
          <text
            key={field.name}
            x={12}
            y={headHeight + place * lineHeight + 16}
            data-refers={refers(field.name) || undefined}
          >
            {cut(field.label, 27)}
          </text>
        ))}
        {table.others > 0 && (
          <text x={12} y={headHeight + table.fields.length * lineHeight + 16} className={classes['others']}>
            {t('configuration.moreFields', { count: table.others })}
          </text>
        )}
      </g>
    </g>
  )
}

const cut = (text: string, maxLength: number): string =>
  text.length > maxLength ? `${text.slice(0, maxLength - 1)}…` : text

/** From the line of the field to the head of the other table. */
function lineBetween(from: PlacedTable, column: string, to: PlacedTable): string {
  const place = from.fields.findIndex(({ name }) => name === column)
  const y1 = from.y + (place < 0 ? headHeight / 2 : headHeight + place * lineHeight + lineHeight / 2)
  const y2 = to.y + headHeight / 2
  if (from === to) {
    const x = from.x + boxWidth
    return `M${x} ${y1}C${x + 50} ${y1} ${x + 50} ${y2} ${x} ${y2}`
  }
  const isRight = from.x > to.x
  const x1 = isRight ? from.x : from.x + boxWidth
  const x2 = isRight ? to.x + boxWidth : to.x
  const bend = Math.max(40, Math.abs(x1 - x2) / 2) * (isRight ? -1 : 1)
  return `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`
}
