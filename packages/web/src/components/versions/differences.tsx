import { Checkbox, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import type { client } from '../../core/session.js'
import { searchQueries } from '../../queries/search.js'
import { changedWords, type MarkedText } from './changed-words.js'
import classes from './differences.module.css'

export type Diff = NonNullable<Awaited<ReturnType<typeof client.history.version>>['diff']>
type Field = Diff['fields'][number]

/** What a person wants back: fields of the record, and plugin tables as a whole. */
export interface Choice {
  readonly fields: ReadonlySet<string>
  readonly plugins: ReadonlySet<string>
}

/** Old beside new, field by field and row by row. With `chosen`, each can be chosen. */
export function Differences({
  table,
  diff,
  before,
  after,
  chosen,
  onChoose,
}: {
  table: string
  diff: Diff
  /** What the two sides are. Without `after` only the old one is shown, as for a record that is gone. */
  before: string
  after?: string | undefined
  chosen?: Choice
  onChoose?: (choice: Choice) => void
}) {
  const { t } = useTranslation()
  if (diff.fields.length + diff.plugins.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('versions.same')}
      </Text>
    )
  const toggle = (kind: keyof Choice, name: string) => {
    if (!chosen) return
    const next = new Set(chosen[kind])
    if (!next.delete(name)) next.add(name)
    onChoose?.({ ...chosen, [kind]: next })
  }
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']} data-one-side={after === undefined || undefined}>
        <thead>
          <tr>
            <th scope="col">{t('versions.field')}</th>
            <th scope="col">{before}</th>
            {after !== undefined && <th scope="col">{after}</th>}
          </tr>
        </thead>
        <tbody>
          {diff.fields.map((field) => (
            <FieldRow
              key={field.field}
              table={table}
              field={field}
              withAfter={after !== undefined}
              {...(chosen && {
                chosen: chosen.fields.has(field.field),
                onToggle: () => toggle('fields', field.field),
              })}
            />
          ))}
        </tbody>
        {diff.plugins.map((plugin) => (
          <tbody key={plugin.tb}>
            <tr className={classes['plugin']}>
              <th scope="rowgroup" colSpan={after === undefined ? 2 : 3}>
                {chosen ? (
                  <Checkbox
                    size="xs"
                    label={plugin.label}
                    checked={chosen.plugins.has(plugin.tb)}
                    onChange={() => toggle('plugins', plugin.tb)}
                  />
                ) : (
                  plugin.label
                )}
              </th>
            </tr>
            {(['removed', 'changed', 'added'] as const).flatMap((kind) =>
              plugin[kind].map((row) => (
                <RowOfPlugin
                  key={`${kind}${row.id}`}
                  table={plugin.tb}
                  kind={kind}
                  fields={row.fields}
                  withAfter={after !== undefined}
                />
              )),
            )}
          </tbody>
        ))}
      </table>
    </div>
  )
}

function FieldRow({
  table,
  field,
  withAfter,
  chosen,
  onToggle,
}: {
  table: string
  field: Field
  withAfter: boolean
  chosen?: boolean
  onToggle?: () => void
}) {
  return (
    <tr>
      <th scope="row">
        {onToggle ? (
          <Checkbox size="xs" label={field.label} checked={chosen ?? false} onChange={onToggle} />
        ) : (
          field.label
        )}
      </th>
      <Sides table={table} field={field} withAfter={withAfter} />
    </tr>
  )
}

/** A row of a plugin table: its fields under each other. */
function RowOfPlugin({
  table,
  kind,
  fields,
  withAfter,
}: {
  table: string
  kind: 'added' | 'removed' | 'changed'
  fields: readonly Field[]
  withAfter: boolean
}) {
  const { t } = useTranslation()
  return fields.map((field, place) => (
    <tr key={field.field} data-begins={place === 0 || undefined}>
      <th scope="row" className={classes['inner']}>
        {place === 0 && withAfter && <span className={classes['kind']}>{t(`versions.rows.${kind}`)}</span>}
        {field.label}
      </th>
      <Sides table={table} field={field} withAfter={withAfter} />
    </tr>
  ))
}

function Sides({ table, field, withAfter }: { table: string; field: Field; withAfter: boolean }) {
  const textOf = useValueText(table, field.field)
  const before = field.before_label ?? textOf(field.before)
  const after = field.after_label ?? textOf(field.after)
  const marked = changedWords(before, after)
  return (
    <>
      <td>
        <Side text={marked.before} as="del" marks={withAfter && after !== ''} />
      </td>
      {withAfter && (
        <td>
          <Side text={marked.after} as="ins" marks={before !== ''} />
        </td>
      )}
    </>
  )
}

/** One of the two texts, with what is only in it marked. */
export function Side({ text, as: Mark, marks }: { text: MarkedText; as: 'del' | 'ins'; marks: boolean }) {
  const whole = text.start + text.own + text.end
  if (whole === '')
    return (
      <Text component="span" c="dimmed">
        –
      </Text>
    )
  if (!marks || text.own === '' || text.own === whole) return <span className="running-text">{whole}</span>
  return (
    <span className="running-text">
      {text.start}
      <Mark>{text.own}</Mark>
      {text.end}
    </span>
  )
}

/** Words in place of 1 and 0; everything else as it is stored. */
function useValueText(table: string, field: string): (value: string | number | null) => string {
  const { t } = useTranslation()
  const { app, table: tableOf } = useApplication()
  const main = tableOf(table)
  const config = useQuery({ ...searchQueries.config(app, table), enabled: main !== undefined })
  const type = config.data?.fields.find(({ value }) => value === `${table}:${field}`)?.type
  const isAnswer = type !== undefined && describeFieldType(type).holds === 'answer'
  return (value) =>
    value === null || value === ''
      ? ''
      : isAnswer
        ? t(Number(value) ? 'fields.yes' : 'fields.no')
        : String(value)
}
