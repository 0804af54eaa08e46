import type { Field, Table } from '../../../catalogue/catalogue.js'
import { normaliseValue } from '../../../catalogue/field-rules.js'
import { Unusable } from '../../../catalogue/field-types/field-type.js'
import { message } from '../../../message.js'
import { andVisible, readRowAccess } from '../../../records/rows/row-access.js'
import { selectHolders } from '../../../records/rows/store.js'
import type { RowWriter } from '../../../records/writing/row-writer.js'
import { setGeometries } from '../../geo/index.js'
import type { ReadFeature } from '../reading/worker-protocol.js'
import { type RowProblem, RowProblems } from './row-problems.js'
import type { RunOptions } from './run-options.js'

export interface FeatureCounts {
  /** Features whose record has their geometry now. */
  updated: number
  /** Those of them whose record had it before. */
  unchanged: number
  /** Features without the property, without a geometry, or whose record does not exist for the caller. */
  notFound: number
  /** Features for a record that an earlier feature of the file had named: the last one counts. */
  repeated: number
  refused: number
}

/** The features of one file on their way to their records, inside one transaction. */
export class FeatureRun {
  private readonly counts: FeatureCounts = { updated: 0, unchanged: 0, notFound: 0, repeated: 0, refused: 0 }
  private readonly problems: RowProblems
  private readonly placed = new Set<number>()

  constructor(
    private readonly writer: RowWriter,
    private readonly table: Table,
    private readonly key: Field,
    options: Pick<RunOptions, 'leavesOut' | 'dryRun'>,
  ) {
    this.problems = new RowProblems(table, options)
  }

  /** @throws RowsRefused as soon as so many problems are known that more help nobody */
  async take(features: readonly ReadFeature[]): Promise<void> {
    const records = await this.recordsOf(features)
    const places = new Map<number, string>()
    for (const feature of features) {
      const { key, wkt, problems } = feature
      if (problems.length > 0) {
        this.problems.add(feature, problems)
        continue
      }
      const record = key === undefined ? undefined : records.get(key)
      if (record === undefined || wkt === undefined) {
        this.counts.notFound += 1
      } else if (!record.editable) {
        this.problems.addOfKey(this.key, feature, 'not_enough_privilege', notEditable)
      } else {
        this.counts.updated += 1
        if (this.placed.has(record.id)) this.counts.repeated += 1
        this.placed.add(record.id)
        // Two features of one record in the same batch: only the later one is written.
        places.set(record.id, wkt)
      }
    }
    this.problems.refuseHopeless()
    if (places.size > 0) this.counts.unchanged += await setGeometries(this.writer.tx, this.table, places)
  }

  /** @throws RowsRefused when any feature was refused and none may be */
  finish(): FeatureCounts & { readonly problems: readonly RowProblem[] } {
    this.problems.refuseIfAny()
    return { ...this.counts, refused: this.problems.rows, problems: this.problems.first }
  }

  /** The records that the features name, by key: of several with one key that with the lowest id. */
  private async recordsOf(
    features: readonly ReadFeature[],
  ): Promise<ReadonlyMap<string, { readonly id: number; readonly editable: boolean }>> {
    const { table, key } = this
    const { tx, scope } = this.writer
    const texts = new Map<string | number, string[]>()
    for (const { key: text } of features) {
      const value = text === undefined ? null : normaliseValue(key, text)
      if (text === undefined || value === null || value instanceof Unusable) continue
      texts.set(value, [...(texts.get(value) ?? []), text])
    }
    if (texts.size === 0) return new Map()
    const ids = new Map<string, number>()
    for (const { id, value } of await selectHolders(
      tx,
      table,
      key.name,
      [...texts.keys()],
      andVisible(scope, table),
    )) {
      for (const text of texts.get(value) ?? []) ids.set(text, Math.min(id, ids.get(text) ?? id))
    }
    if (ids.size === 0) return new Map()
    const isFiltered = scope.rights.levelsOn(table).filter !== undefined
    const access = isFiltered ? await readRowAccess(tx, scope, table, [...new Set(ids.values())]) : undefined
    return new Map(
      [...ids].map(([text, id]) => [
        text,
        { id, editable: access ? access.get(id)?.editable === true : true },
      ]),
    )
  }
}

const notEditable = message('key_not_editable', {})
