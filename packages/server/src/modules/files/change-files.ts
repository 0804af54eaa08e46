import type { FileFacts } from '@trowel/contract/files.js'
import type { PictureMark } from '@trowel/contract/picture-marks.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { AppError, type FieldProblem } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { message } from '../../message.js'
import { notEditable, readRowAccess } from '../../records/rows/row-access.js'
import type { Reader } from '../../storage/storage.js'
import { binaryName } from './binary-names.js'
import { requireEditableFile } from './file-access.js'
import type { FileKeeping } from './file-keeping.js'
import { letGo } from './pending-binaries.js'
import { marksOf, removeNow } from './service.js'
import {
  deleteFile,
  deleteLink,
  type LinkOfFile,
  selectLinks,
  selectLinksOfRecord,
  updateFacts,
  updateOrder,
} from './store.js'

const maxTextLength = 2000

/**
 * Changes what people wrote about a file, or drew on it. What is not sent stays; an empty text is none.
 *
 * @throws `record_not_found`, `not_enough_privilege`, `validation_failed` for texts that are too long;
 *   `stale_record` where something else is drawn on it than the caller saw
 */
export async function describeFile(
  scope: RequestScope,
  fileId: number,
  facts: Decoded<typeof FileFacts>,
): Promise<void> {
  const problems = (['description', 'keywords'] as const).flatMap((field): FieldProblem[] =>
    [...(facts[field] ?? '')].length > maxTextLength
      ? [{ field, code: 'too_long', ...message('at_most_characters', { most: maxTextLength }) }]
      : [],
  )
  if (problems.length > 0) throw new AppError('validation_failed', { errors: problems })
  const { description, keywords, printable, pixels_per_cm, marks, marks_before } = facts
  const stored = {
    ...(description === undefined ? {} : { description }),
    ...(keywords === undefined ? {} : { keywords }),
    ...(printable === undefined ? {} : { printable: printable === null ? null : Number(printable) }),
    ...(pixels_per_cm === undefined ? {} : { pixels_per_cm }),
    ...(marks === undefined ? {} : { marks: marksText(marks) }),
  }
  await scope.db.write(async (tx) => {
    const file = await requireEditableFile(tx, scope, fileId)
    const isOther = (before: readonly PictureMark[] | null): boolean =>
      marksText(before) !== marksText(marksOf(file))
    if (marks_before !== undefined && isOther(marks_before))
      throw new AppError('stale_record', message('marks_changed', {}))
    if (Object.keys(stored).length > 0) await updateFacts(tx, fileId, stored)
  })
}

const marksText = (marks: readonly PictureMark[] | null): string | null =>
  marks === null || marks.length === 0 ? null : JSON.stringify(marks)

/**
 * Deletes a file wherever it is linked; its bytes go when nothing can bring them back.
 *
 * @throws `record_not_found`, `not_enough_privilege`
 */
export async function removeFile(scope: RequestScope, keeping: FileKeeping, fileId: number): Promise<void> {
  const name = await scope.db.write(async (tx) => {
    const file = await requireEditableFile(tx, scope, fileId)
    await deleteFile(tx, fileId)
    await letGo(tx, keeping.config, binaryName(file))
    return binaryName(file)
  })
  await removeNow(scope, keeping, name)
}

/** Takes a file from a record; the file stays. @throws `record_not_found`, `not_enough_privilege` */
export async function unlinkFile(scope: RequestScope, linkId: number): Promise<void> {
  await scope.db.write(async (tx) => {
    const [link] = await requireLinks(tx, [linkId])
    await requireEditableRecord(tx, scope, link as LinkOfFile)
    await deleteLink(tx, linkId)
  })
}

/**
 * Puts the files of one record in an order. Those that are not named come behind, as they were.
 *
 * @param linkIds ids of links
 * @throws `record_not_found`, `error_file_sorting_update` for links of several records
 *   or one named twice, `not_enough_privilege`
 */
export async function sortFiles(scope: RequestScope, linkIds: readonly number[]): Promise<void> {
  await scope.db.write(async (tx) => {
    const links = await requireLinks(tx, linkIds)
    const first = links[0] as LinkOfFile
    for (const { table, recordId } of distinctRecords(links))
      await requireEditableRecord(tx, scope, { table, recordId })
    const isOne = links.every((link) => link.table === first.table && link.recordId === first.recordId)
    if (!isOne || new Set(linkIds).size < linkIds.length) throw new AppError('error_file_sorting_update')
    const all = await selectLinksOfRecord(tx, first.table, first.recordId)
    const named = new Set(linkIds)
    const rest = all.map(({ linkId }) => linkId).filter((linkId) => !named.has(linkId))
    await updateOrder(tx, [...linkIds, ...rest])
  })
}

type RecordOfLink = Pick<LinkOfFile, 'table' | 'recordId'>

const distinctRecords = (links: readonly LinkOfFile[]): Iterable<RecordOfLink> =>
  new Map(links.map((link) => [`${link.table}/${link.recordId}`, link])).values()

async function requireLinks(reader: Reader, linkIds: readonly number[]): Promise<LinkOfFile[]> {
  const wanted = [...new Set(linkIds)]
  const links = wanted.every(Number.isSafeInteger) ? await selectLinks(reader, wanted) : []
  if (links.length < wanted.length) throw linkNotFound()
  return links
}

/** @throws `record_not_found` also where the record, or its whole table, does not exist for the caller */
async function requireEditableRecord(
  reader: Reader,
  scope: RequestScope,
  { table: name, recordId }: RecordOfLink,
): Promise<void> {
  const table = scope.catalogue.tables.get(name)
  if (!table || !scope.rights.visibilityOf(table).readable) throw linkNotFound()
  const record = (await readRowAccess(reader, scope, table, [recordId])).get(recordId)
  if (!record) throw linkNotFound()
  if (!record.editable) throw notEditable(scope, table)
}

const linkNotFound = (): AppError => new AppError('record_not_found', message('no_such_file_link', {}))
