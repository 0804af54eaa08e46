import type { CitationFormatName } from '@trowel/contract/citations.js'
import { bibtexText } from './bibtex-text.js'
import type { CslItem } from './csl-item.js'
import { risText } from './ris-text.js'

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
