import type { ListedFile } from '@trowel/contract/files.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { textProblem } from '../../query/search.js'
import { fold } from '../../storage/fold.js'
import { and, id, or, type Sql, sql } from '../../storage/sql.js'
import { orphan, seenFiles, seenLinks } from './file-access.js'
import { fileObject } from './service.js'
import { signedUrls } from './signed-url.js'
import { countFiles, selectFilePage, selectLinksOf } from './store.js'

export interface FileListInput {
  readonly page: number
  readonly perPage: number
  readonly orphansOnly: boolean
  readonly search: string
}

export interface FileList {
  readonly total: number
  readonly page: number
  readonly perPage: number
  readonly files: readonly ListedFile[]
}

/**
 * The files that the caller sees, newest first, each with its links to records that he sees.
 *
 * @throws `invalid_parameter` for a text that cannot be searched for
 */
export async function listFiles(
  scope: RequestScope,
  services: Pick<Services, 'secrets'>,
  { page, perPage, orphansOnly, search }: FileListInput,
): Promise<FileList> {
  const { db } = scope
  const seen = seenFiles(scope)
  const where = and([
    ...(orphansOnly ? [orphan] : seen ? [seen] : []),
    ...(search.trim() === '' ? [] : [found(scope, search.trim())]),
    ...(db.dialect.stoppable ? [db.dialect.stoppable] : []),
  ])
  const total = await countFiles(db.scan, where)
  const offset = (page - 1) * perPage
  const rows = offset < total ? await selectFilePage(db.scan, where, perPage, offset) : []
  const links = await selectLinksOf(
    db.quick,
    rows.map((row) => row.id),
    seenLinks(scope) ?? sql`1 = 1`,
  )
  const urls = signedUrls(services.secrets)
  const files = rows.map((row) => ({
    ...fileObject(scope, urls, row),
    links: links
      .filter(({ fileId }) => fileId === row.id)
      .map(({ table, recordId, linkId }) => ({ tb: table, record_id: recordId, link_id: linkId })),
  }))
  return { total, page, perPage, files }
}

const searched = ['filename', 'ext', 'description', 'keywords']

/** Files that have the text in one of their texts, or as their number. */
function found({ db: { dialect } }: RequestScope, text: string): Sql {
  const reason = textProblem(text)
  if (reason !== undefined) {
    throw new AppError('invalid_parameter', {
      text: `The text to search for ${reason}.`,
      detail: { name: 'search', reason },
    })
  }
  const folded = fold(text)
  const isId = /^\d{1,15}$/.test(text)
  return or([
    ...searched.map((column) => dialect.contains(dialect.fold(id('f', column)), folded)),
    ...(isId ? [sql`f."id" = ${Number(text)}`] : []),
  ])
}
