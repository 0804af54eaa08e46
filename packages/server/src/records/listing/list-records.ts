import type { FirstPicture } from '@trowel/contract/files.js'
import type { RecordListQuery } from '@trowel/contract/records.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { type Field, type Table, tableOf } from '../../catalogue/catalogue.js'
import { asOfText } from '../../http/as-of.js'
import { tagOf } from '../../http/entity-tags.js'
import type { RequestScope } from '../../http/scope.js'
import type { JsonRows } from '../../storage/storage.js'
import { weakMemoize } from '../../storage/weak-memoize.js'
import { lookupTarget, selectLabels } from '../rows/lookup-labels.js'
import { selectUserNames } from '../rows/user-names.js'
import { learnFromPage } from './index-advisor.js'
import { type ListInput, type ListPlan, planList } from './list-plan.js'
import { selectPage } from './list-store.js'

type RecordListInput = Decoded<typeof RecordListQuery>

/** The first picture of each of some records that the caller sees, by id. */
export type FirstPictures = (
  scope: RequestScope,
  table: Table,
  recordIds: Iterable<number>,
) => Promise<Readonly<Record<string, FirstPicture>>>

export interface RecordList {
  /** The whole answer, JSON text as UTF-8. */
  readonly body: Buffer
  readonly etag: string
}

/**
 * One page of the records of a table that match and that the caller may see, with the exact number of all of
 * them.
 *
 * @param query parameters of the address, which win over `body`
 * @param pictures where the first pictures of records come from; without it none are answered
 * @throws `unknown_table`, `not_enough_privilege`, and for each thing in the request that cannot be
 *   understood `unknown_field`, `unknown_operator`, `invalid_filter`, `invalid_parameter`,
 *   `expert_syntax_error`
 */
export async function listRecords(
  scope: RequestScope,
  tableName: string,
  query: RecordListInput,
  body: RecordListInput,
  pictures?: FirstPictures,
): Promise<RecordList> {
  const table = tableOf(scope.catalogue, tableName)
  const plan = planList(scope, table, withColumns(scope, query, body), body)
  const shown = (query.pictures ?? body.pictures) === true ? pictures : undefined
  const withIds = shown !== undefined
  const { total, rows, ms } = await selectPage(scope.db, scope.catalogue, plan, { withIds })
  if (!scope.asOf) learnFromPage(scope, plan, total, ms)
  const labels = await readLabels(scope, plan, rows)
  const mayAdd = !table.isPlugin && scope.rights.allows('create', table)
  const start = `{"status":"success","total":${total},"page":${plan.page},"per_page":${plan.perPage},"fields":${fieldsTextIn(table)(plan.columns)},"data":`
  const picturesText = shown ? `,"pictures":${await readPictures(scope, table, rows, shown)}` : ''
  const end = `,"labels":${labels}${picturesText},"can_add":${mayAdd}${asOfText(scope)}}`
  const whole = Buffer.concat([Buffer.from(start), rows.text, Buffer.from(end)])
  return { body: whole, etag: tagOf(whole) }
}

/** The parameters of the address, with the columns that the application gives clients that name none. */
function withColumns(scope: RequestScope, query: ListInput, body: ListInput): ListInput {
  const { columns } = { ...body, ...query }
  const isUnset = columns !== 'preview' && (columns ?? []).every((name) => name === '')
  return isUnset && scope.application.settings.listColumns === 'preview'
    ? { ...query, columns: 'preview' }
    : query
}

const fieldsTextIn = weakMemoize((table: Table) =>
  weakMemoize((columns: readonly Field[]) =>
    JSON.stringify(
      columns.map(({ name, label, type }) => ({
        name,
        label: name === 'id' && !table.fields.has('id') ? 'id' : label,
        type,
      })),
    ),
  ),
)

/** By id, as text: the first picture of each record on the page; files do not belong to plugin rows. */
async function readPictures(
  scope: RequestScope,
  table: Table,
  { ids }: JsonRows,
  pictures: FirstPictures,
): Promise<string> {
  const records = ids.get('id')
  return table.isPlugin || !records?.size ? '{}' : JSON.stringify(await pictures(scope, table, records))
}

/** For each lookup field on the page: what the ids are called, of those records that the caller may read. */
async function readLabels(scope: RequestScope, { columns }: ListPlan, { ids }: JsonRows): Promise<string> {
  const entries = await Promise.all(
    columns.map(async (field) => {
      const named = ids.get(field.name)
      if (named && field.stamp)
        return [field.name, Object.fromEntries(await selectUserNames(scope.db.quick, named))] as const
      const target = named && lookupTarget(scope, field)
      if (!target || named.size === 0) return undefined
      const labels = await selectLabels(scope.db.quick, scope, target, target.idField, named)
      const texts = [...labels].map(([id, label]) => [id, label === null ? null : String(label)])
      return [field.name, Object.fromEntries(texts)] as const
    }),
  )
  return JSON.stringify(Object.fromEntries(entries.filter((entry) => entry !== undefined)))
}
