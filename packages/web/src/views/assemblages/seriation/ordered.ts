import type { SeriationBlock, SeriationData } from '@trowel/contract/assemblages.js'

/** A row or a column of an ordered table. */
export interface Line {
  readonly key: string
  readonly name: string
  /** The record of a row, where it is one. */
  readonly record: number | undefined
  readonly total: number
  /** On the first two axes; fewer where there are fewer. */
  readonly place: readonly number[]
}

/** One part of a seriation as it is drawn. */
export interface Ordered {
  readonly block: SeriationBlock
  readonly rows: readonly Line[]
  readonly columns: readonly Line[]
  /** 0 where nothing was found. */
  readonly number: (row: Line, column: Line) => number
}

/** What a group is called: where it goes by the id of a record, what that is called. */
export const nameOfGroup = ({ group_labels, unit_key }: SeriationData, group: string): string =>
  unit_key === 'id' ? group_labels[group] || group : group

export function orderedBlocks(data: SeriationData): readonly Ordered[] {
  return data.blocks.map((block) => {
    const numberAt = (group: string, char: string) => Math.max(0, data.data[group]?.[char] ?? 0)
    const sum = (numbers: readonly number[]) =>
      Number(numbers.reduce((total, one) => total + one, 0).toPrecision(14))
    return {
      block,
      rows: block.groups.map((key, k) => ({
        key,
        name: nameOfGroup(data, key),
        record: data.unit_ids[key],
        total: sum(block.chars.map((char) => numberAt(key, char))),
        place: block.group_places[k] ?? [],
      })),
      columns: block.chars.map((key, k) => ({
        key,
        name: key,
        record: undefined,
        total: sum(block.groups.map((group) => numberAt(group, key))),
        place: block.char_places[k] ?? [],
      })),
      number: (row, column) => numberAt(row.key, column.key),
    }
  })
}
