import { readFile } from 'node:fs/promises'
import type { LibraryType } from '@trowel/contract/citations.js'
import type { Secrets } from '../access/secrets.js'
import type { RequestScope } from '../http/scope.js'
import type { CslItem } from '../modules/citations/index.js'
import { addLibrary, keepCitation, requireLibrary } from '../modules/citations/index.js'
import { updateTableSettings } from '../modules/configuration/index.js'

/** Invented works, and the records that cite them. */
interface Literature {
  readonly library: { readonly type: LibraryType; readonly refman_id: string; readonly name: string }
  readonly works: readonly {
    readonly key: string
    readonly version: number
    readonly author_year: string
    /** HTML. */
    readonly citation: string
    readonly csl: CslItem
  }[]
  readonly citations: readonly {
    readonly table: string
    readonly record: string
    readonly key: string
    readonly pages?: string
    readonly notes?: string
  }[]
}

/**
 * Connects the library of the excavation and cites out of it, as if it had been asked: what is cached is
 * there without network.
 *
 * @param scope the caller who cites, with the configuration of the moment
 */
export async function citeWorks(
  secrets: Secrets,
  scope: () => RequestScope,
  idOf: (table: string, record: string) => number,
): Promise<void> {
  const file = new URL('../../../../demo/literature.json', import.meta.url)
  const { library, works, citations } = JSON.parse(await readFile(file, 'utf8')) as Literature
  for (const table of new Set(citations.map((one) => one.table))) {
    await updateTableSettings(scope(), table, { refman: true })
  }
  const connected = await requireLibrary(scope(), await addLibrary(secrets, scope(), library))
  const known = new Map(works.map((work) => [work.key, work]))
  for (const { table, record, key, pages = null, notes = null } of citations) {
    const work = known.get(key)
    if (!work) throw new Error(`The literature has no work ${key}.`)
    const citation = {
      tb: table,
      record_id: idOf(table, record),
      lib_id: connected.id,
      refman_key: key,
      pages,
      notes,
    }
    await keepCitation(scope(), citation, connected, {
      key,
      version: work.version,
      isTrashed: false,
      authorYear: work.author_year,
      title: String(work.csl['title'] ?? ''),
      citation: `<div class="csl-bib-body"><div class="csl-entry">${work.citation}</div></div>`,
      csl: work.csl,
    })
  }
}
