import type { BibliographyEntry } from '@trowel/contract/citations.js'
import type { RecordFile } from '@trowel/contract/files.js'
import type { GeodataEntry } from '@trowel/contract/geo.js'
import type { ManualLink } from '@trowel/contract/manual-links.js'
import type { CurveSource } from '@trowel/contract/radiocarbon.js'
import type { RelationEntry } from '@trowel/contract/stratigraphy.js'
import type { RequestScope } from '../../http/scope.js'
import { readRecord } from '../../records/reading/read-record.js'
import type { RecordPart } from '../../records/rows/record-part.js'

/** One value as a record in full has it. */
export interface Cell {
  readonly name: string
  readonly label: string
  readonly val: string | number | null
  /** What the record is called that a lookup field names. */
  readonly val_label: string | null
}

/** A row: its values by field. */
export type Cells = Readonly<Record<string, Cell>>

interface LinkedTable {
  readonly tb_label: string
  readonly tot: number
  readonly data?: readonly { readonly label: string }[]
}

/** What a record in full says, of which print shows a part. */
export interface RecordFacts {
  readonly metadata: { readonly rec_id: number }
  readonly core: Cells
  readonly plugins: Readonly<
    Record<
      string,
      { readonly metadata: { readonly curves?: readonly CurveSource[] }; readonly data: readonly Cells[] }
    >
  >
  readonly links: Readonly<Record<string, LinkedTable>>
  readonly backlinks: Readonly<Record<string, LinkedTable>>
  readonly manualLinks: Readonly<Record<string, ManualLink>>
  readonly files: readonly RecordFile[]
  readonly geodata: Readonly<Record<string, GeodataEntry>>
  readonly rs: Readonly<Record<string, RelationEntry>>
  readonly bibliography: Readonly<Record<string, BibliographyEntry>>
}

/**
 * Reads a record as its reader is shown it, so that paper never says more than the screen.
 *
 * @throws what reading a record throws
 */
export async function readFacts(
  scope: RequestScope,
  parts: readonly RecordPart[],
  tableName: string,
  recordId: number,
): Promise<RecordFacts> {
  const record = await readRecord(scope, parts, tableName, recordId, undefined)
  return JSON.parse(record.text()) as RecordFacts
}
