import { stratigraphicRelation } from '@trowel/contract/model/stratigraphic-relations.js'
import { endsOf, type HarrisMatrix, type MatrixUnit } from '../matrix/harris-matrix.js'

const indent = ' '.repeat(12)

/**
 * The matrix in the list format that BASP Harris, ArchEd and Stratify exchange: a heading, a blank line,
 * `Name`, and for each unit its name and four indented lists with the units that lie directly above it, that
 * are contemporary with it (here: bound to it), that are equal to it, and that lie below. Lines end as those
 * programs end them.
 */
export function writeLst(matrix: HarrisMatrix): string {
  const names = namesOf(matrix.units)
  const lists = new Map(
    matrix.units.map(({ id }) => [
      id,
      {
        above: new Set<string>(),
        contemporary: new Set<string>(),
        equal: new Set<string>(),
        below: new Set<string>(),
      },
    ]),
  )
  for (const row of matrix.relations) {
    const ends = endsOf(row)
    if (ends) {
      lists.get(ends.newer)?.below.add(names.get(ends.older) as string)
      lists.get(ends.older)?.above.add(names.get(ends.newer) as string)
    } else {
      const list = stratigraphicRelation(row.relation)?.name === 'is_the_same_as' ? 'equal' : 'contemporary'
      lists.get(row.first)?.[list].add(names.get(row.second) as string)
      lists.get(row.second)?.[list].add(names.get(row.first) as string)
    }
  }
  const lines = [`   Stratigraphic Dataset ${nameOf(matrix.table.label)}`, '', '  Name']
  for (const { id } of matrix.units) {
    const { above, contemporary, equal, below } = lists.get(id) as NonNullable<ReturnType<typeof lists.get>>
    lines.push(
      names.get(id) as string,
      `${indent}above: ${[...above].join(', ')}`,
      `${indent}contemporary with: ${[...contemporary].join(', ')}`,
      `${indent}equal to: ${[...equal].join(', ')}`,
      `${indent}below: ${[...below].join(', ')}`,
    )
  }
  return `${lines.join('\r\n')}\r\n`
}

/**
 * Names are distinguished by blanks and commas, and `+` and `-` alone are the top and the bottom of the
 * sequence.
 */
const nameOf = (label: string): string => {
  const name = label.replace(/[\s,\p{Cc}\p{Surrogate}]+/gu, '_')
  return name === '' || name === '+' || name === '-' ? `_${name}` : name
}

/** Units whose names would become one get their ids behind them. */
function namesOf(units: readonly MatrixUnit[]): Map<number, string> {
  const counts = new Map<string, number>()
  for (const { label } of units) counts.set(nameOf(label), (counts.get(nameOf(label)) ?? 0) + 1)
  const taken = new Set(counts.keys())
  const names = new Map<number, string>()
  for (const { id, label } of units) {
    let name = nameOf(label)
    if ((counts.get(name) ?? 0) > 1) {
      name = `${name}_${id}`
      while (taken.has(name)) name = `${name}_`
      taken.add(name)
    }
    names.set(id, name)
  }
  return names
}
