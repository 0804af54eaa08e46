import type { FileListQuery, ListedFile } from '@trowel/contract/files.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { selectLabels } from '../../records/rows/lookup-labels.js'
import { recordLabel } from '../../records/rows/record-label.js'
import { fold } from '../../storage/fold.js'
import { and, id, join, keyOf, or, type Sql, sql } from '../../storage/sql.js'
import { VersionedCache } from '../../storage/versioned-cache.js'
import { orphan, seenFiles, seenLinks, tablesBehindFiles } from './file-access.js'
import { shownSmall } from './media-types.js'
import { fileObject } from './service.js'
import { signedUrls } from './signed-url.js'
import { countFiles, type LinkOfFile, selectFilePage, selectLinksOf } from './store.js'

/** Counting many files takes longer than asking whether anything was written. */
const totals = new VersionedCache<number>(500, () => true, true)

const perPageBounds = { min: 5, usual: 25, max: 100 }

export interface FileList {
  readonly total: number
  readonly page: number
  readonly perPage: number
  readonly files: readonly ListedFile[]
}

/** The files that the caller sees, newest first, each with its links to records that he sees. */
export async function listFiles(
  scope: RequestScope,
  services: Pick<Services, 'secrets'>,
  query: Decoded<typeof FileListQuery>,
): Promise<FileList> {
  const { db } = scope
  const { id: only, orphans_only: orphansOnly, images_only: imagesOnly, search = '' } = query
  const { min, usual, max } = perPageBounds
  const page = Math.max(1, query.page ?? 1)
  const perPage = Math.min(max, Math.max(min, query.per_page ?? usual))
  const seen = seenFiles(scope)
  const where = and([
    ...(orphansOnly ? [orphan] : seen ? [seen] : []),
    ...(only === undefined ? [] : [sql`f."id" = ${only}`]),
    ...(imagesOnly ? [sql`f."ext" IN (${join([...shownSmall])})`] : []),
    ...(search.trim() === '' ? [] : [found(scope, search.trim())]),
    ...(db.dialect.interruptible ? [db.dialect.interruptible] : []),
  ])
  const total = await totals.get(db, [...tablesBehindFiles(scope)], keyOf(where), () =>
    countFiles(db.scan, where),
  )
  const offset = (page - 1) * perPage
  const rows = offset < total ? await selectFilePage(db.scan, where, perPage, offset) : []
  const links = await selectLinksOf(
    db.quick,
    rows.map((row) => row.id),
    seenLinks(scope) ?? sql`1 = 1`,
  )
  const labelOf = await labelsOf(scope, links)
  const urls = signedUrls(services.secrets)
  const files = rows.map((row) => ({
    ...fileObject(scope, urls, row),
    links: links
      .filter(({ fileId }) => fileId === row.id)
      .map(({ table, recordId, linkId }) => ({
        tb: table,
        record_id: recordId,
        link_id: linkId,
        label: labelOf(table, recordId),
      })),
  }))
  return { total, page, perPage, files }
}

/** What the linked records are called. */
async function labelsOf(
  scope: RequestScope,
  links: readonly LinkOfFile[],
): Promise<(table: string, recordId: number) => string> {
  const labels = new Map<string, ReadonlyMap<number, string | number | null>>()
  for (const name of new Set(links.map(({ table }) => table))) {
    const table = scope.catalogue.tables.get(name)
    if (!table) continue
    const ids = new Set(links.filter((link) => link.table === name).map(({ recordId }) => recordId))
    labels.set(name, await selectLabels(scope.db.quick, scope, table, table.idField, ids))
  }
  return (table, recordId) => recordLabel(labels.get(table)?.get(recordId) ?? null, recordId)
}

const searched = ['filename', 'ext', 'description', 'keywords']

/** Files that have the text in one of their texts, or as their number. */
function found({ db: { dialect } }: RequestScope, text: string): Sql {
  const folded = fold(text)
  const isId = /^\d{1,15}$/.test(text)
  return or([
    ...searched.map((column) => dialect.contains(dialect.fold(id('f', column)), folded)),
    ...(isId ? [sql`f."id" = ${Number(text)}`] : []),
  ])
}
