import { Readable } from 'node:stream'
import { setImmediate as othersFirst } from 'node:timers/promises'
import type { CitationExportQuery, CitationFormatName } from '@trowel/contract/citations.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { mainTableOf, type Table } from '../../catalogue/catalogue.js'
import { parseJson } from '../../catalogue/json-text.js'
import type { RequestScope } from '../../http/scope.js'
import { timeInFileName } from '../../http/wire-time.js'
import type { Condition } from '../../query/condition.js'
import { fromLegacyParameters } from '../../records/listing/legacy-parameters.js'
import { planList } from '../../records/listing/list-plan.js'
import { beginReading } from '../../records/reading/reading.js'
import { requireReadable } from '../../records/rows/row-access.js'
import { inBatches } from '../../records/rows/row-batches.js'
import { bibtexText } from './bibtex-text.js'
import { type CslItem, readCslItem } from './csl-item.js'
import { streamWorks, type WorkRow, workRow } from './export-store.js'
import { risText } from './ris-text.js'

export interface CitationFile {
  readonly name: string
  readonly contentType: string
  /** Begins to read; what can fail fails before the first byte. */
  open(): Promise<Readable>
}

/**
 * The works that a record cites, as a file for bibliographic programs, out of what is cached: nobody is
 * asked.
 *
 * @throws `unknown_table`, `record_not_found`, `not_enough_privilege`
 */
export async function exportRecordCitations(
  scope: RequestScope,
  tableName: string,
  recordId: number,
  format?: CitationFormatName,
): Promise<CitationFile> {
  const table = mainTableOf(scope.catalogue, tableName)
  await requireReadable(scope.db.quick, scope, table, recordId)
  const { condition } = planList(scope, table, { filter: { id: { _eq: recordId } } }, {})
  return citationFile(scope, table, condition, `${table.name}_${recordId}`, format)
}

/** The works that the records of a listing cite, each once. @throws what a listing throws */
export async function exportListingCitations(
  scope: RequestScope,
  tableName: string,
  { format, ...query }: Decoded<typeof CitationExportQuery>,
): Promise<CitationFile> {
  const table = mainTableOf(scope.catalogue, tableName)
  const { condition } = planList(scope, table, { ...fromLegacyParameters(query), page: 1, per_page: 1 }, {})
  return citationFile(scope, table, condition, table.name, format)
}

function citationFile(
  scope: RequestScope,
  table: Table,
  condition: Condition,
  name: string,
  formatName: CitationFormatName = 'csljson',
): CitationFile {
  const format = citationFormats[formatName]
  return {
    name: `${name}_citations_${timeInFileName(scope.now)}.${format.ending}`,
    contentType: format.contentType,
    async open() {
      const reading = await beginReading(scope.db, streamWorks(scope, table, condition))
      return Readable.from(write(format, reading)).once('close', () => reading.end())
    },
  }
}

/** So many works are written at once, which takes a few milliseconds; others have their turn in between. */
const atOnce = 50

async function* write(
  format: CitationFormat,
  batches: AsyncIterable<readonly (readonly (string | number | bigint | null | Uint8Array)[])[]>,
): AsyncGenerator<string> {
  yield format.start
  let separator = ''
  for await (const rows of batches) {
    for (const some of inBatches(rows, atOnce)) {
      yield separator + (await format.text(some.map((row) => work(workRow(row)))))
      separator = format.separator
      await othersFirst()
    }
  }
  yield format.end
}

/**
 * A work under a name that is the same in every file; where the library never described it, what is cached of
 * it stands in the title.
 */
function work({ libType, refmanId, refmanKey, authorYear, fullCitation, csl }: WorkRow): CslItem {
  const id = `${libType.slice(0, 1)}${refmanId}-${refmanKey}`
  const known = csl === null ? undefined : readCslItem(parseJson(csl))
  if (known) return { ...known, id }
  return { id, type: 'document', title: plainText(fullCitation ?? '') || (authorYear ?? refmanKey) }
}

/** Sanitised HTML without its tags. */
const plainText = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim()

/** A kind of file for bibliographic programs. */
export interface CitationFormat {
  readonly contentType: string
  /** The ending of the file. */
  readonly ending: string
  readonly start: string
  /** Stands between the texts of two batches. */
  readonly separator: string
  readonly end: string
  text(items: readonly CslItem[]): Promise<string>
}

/** Every kind of file that citations are exported to, by the name that is asked for. */
export const citationFormats = {
  csljson: {
    contentType: 'application/vnd.citationstyles.csl+json; charset=utf-8',
    ending: 'json',
    start: '[',
    separator: ',',
    end: ']\n',
    text: async (items) => items.map((item) => JSON.stringify(item)).join(',\n'),
  },
  bibtex: {
    contentType: 'application/x-bibtex; charset=utf-8',
    ending: 'bib',
    start: '',
    separator: '\n',
    end: '\n',
    text: bibtexText,
  },
  ris: {
    contentType: 'application/x-research-info-systems; charset=utf-8',
    ending: 'ris',
    start: '',
    separator: '',
    end: '',
    text: risText,
  },
} satisfies Record<CitationFormatName, CitationFormat>
