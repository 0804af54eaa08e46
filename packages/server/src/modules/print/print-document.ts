import type { Geometry } from '@trowel/contract/model/geometry.js'
import type { PictureMark } from '@trowel/contract/picture-marks.js'
import type { Orientation } from '@trowel/contract/print.js'
import type { PrintWords } from './print-words.js'

/** A stretch of text in one style. */
export interface Run {
  readonly text: string
  readonly bold?: boolean
  readonly italic?: boolean
}

/** Text without a line break of its own. */
export type Paragraph = readonly Run[]

/** A field as paper shows it: a small label above its value. */
export interface PrintedField {
  readonly label: string
  readonly value: readonly Paragraph[]
  /** Of the twelve columns of the page. */
  readonly columns: number
}

export interface PrintedImage {
  /** A JPEG on this machine. */
  readonly path: string
  /** In pixels. */
  readonly width: number
  readonly height: number
  readonly caption: string
  /** What people drew on it. */
  readonly marks: readonly PictureMark[]
  /** How many of its pixels are a centimetre of what it shows. */
  readonly pixelsPerCm: number | null
}

/** What lies next to a unit in one direction of the sequence. */
export interface PrintedNeighbour {
  readonly label: string
  /** As words: `is covered by`. */
  readonly relation: string
}

/** A line of a list. */
export interface PrintedRow {
  readonly cells: readonly string[]
  readonly image: PrintedImage | undefined
}

/** Lines below a heading; without one where it is empty. */
export interface PrintedGroup {
  readonly title: string
  readonly rows: readonly PrintedRow[]
}

export type Block =
  /** `before`: what it heads, and therefore stays with. */
  | {
      readonly kind: 'heading'
      readonly text: string
      readonly level: 1 | 2
      readonly before: Exclude<Block['kind'], 'heading'>
    }
  | { readonly kind: 'fields'; readonly fields: readonly PrintedField[] }
  | {
      readonly kind: 'table'
      readonly columns: readonly string[]
      readonly rows: readonly (readonly string[])[]
    }
  /** Many records, a line each. */
  | {
      readonly kind: 'list'
      readonly columns: readonly string[]
      readonly groups: readonly PrintedGroup[]
      readonly hasImages: boolean
    }
  | {
      readonly kind: 'images'
      readonly images: readonly PrintedImage[]
      readonly areSmall: boolean
      /** How many stand beside each other; as many as look well where that is not said. */
      readonly perRow?: number | undefined
    }
  /** At the edges of the page: whose record it is, and a code that leads to it. */
  | {
      readonly kind: 'marks'
      readonly logo?: PrintedImage | undefined
      readonly address?: string | undefined
    }
  /** Across the page. */
  | { readonly kind: 'line' }
  /** As large as the rest of the page lets it be. */
  | { readonly kind: 'picture'; readonly image: PrintedImage }
  | { readonly kind: 'map'; readonly geometries: readonly Geometry[] }
  | {
      readonly kind: 'sequence'
      readonly here: string
      readonly above: readonly PrintedNeighbour[]
      readonly beside: readonly PrintedNeighbour[]
      readonly below: readonly PrintedNeighbour[]
    }
  | { readonly kind: 'paragraphs'; readonly paragraphs: readonly Paragraph[] }

/** One record on paper. */
export interface PrintedSheet {
  /** Above the title, small: the table. */
  readonly kicker: string
  /** Nothing stands above the blocks where it is empty. */
  readonly title: string
  readonly blocks: readonly Block[]
}

/** Everything that is printed, as plain values: nothing is asked of anybody while pages are drawn. */
export interface PrintDocument {
  readonly title: string
  readonly application: string
  /** In the running head, where the sheets of a catalogue do not begin a page each. */
  readonly heading: string
  /** What a catalogue says of itself, before the first sheet. */
  readonly note?: string
  readonly printedAt: Date
  readonly locale: string
  readonly words: PrintWords
  /** Each sheet begins a page; otherwise they follow one another. */
  readonly startsPages: boolean
  readonly orientation?: Orientation
  readonly sheets: readonly PrintedSheet[]
  /** Further fonts, asked where those of the service lack a character. */
  readonly fonts: readonly string[]
}
