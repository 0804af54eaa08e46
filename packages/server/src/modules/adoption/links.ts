import { stratigraphicRelation } from '@trowel/contract/model/stratigraphic-relations.js'
import { readWkt } from '../../formats/wkt.js'
import type { Conversion } from './adopted-table.js'
import { type Adoption, recordIsGone } from './adoption.js'
import { integerOf, integerOrNull, textOf, textOrNull } from './source-rows.js'

/** Why nothing can hang from this record; `undefined` when something can. */
export function problemOfRecord(
  { configuration, references }: Pick<Adoption, 'configuration' | 'references'>,
  table: string,
  id: number | undefined,
): string | undefined {
  const configured = configuration.tables.get(table)
  if (!configured || configured.settings.isPlugin) return 'its table is gone'
  return references.has(table, id) ? undefined : recordIsGone(table, id)
}

const stratigraphy: Conversion = {
  from: 'bdus_rs',
  to: 'sys_rs',
  begin(adoption, notes) {
    const facts = new Set<string>()
    return (row, id) => {
      const table = adoption.configuration.naming(row['tb'])
      const [first, second, code] = [row['first'], row['second'], row['relation']].map(integerOf)
      const problem = problemOfRecord(adoption, table, first) ?? problemOfRecord(adoption, table, second)
      if (problem !== undefined) return notes.leaveOut(id, problem)
      const relation = stratigraphicRelation(code ?? 0)
      if (first === undefined || second === undefined || !relation)
        return notes.leaveOut(id, 'no such relation')
      if (first === second) return notes.leaveOut(id, 'to itself')
      // `a covers b` and `b is covered by a` are one fact.
      const fact = first < second ? [first, second, relation.code] : [second, first, relation.inverse]
      const key = `${table} ${fact.join(' ')}`
      if (facts.has(key)) return notes.leaveOut(id, 'said before')
      facts.add(key)
      return { tb: table, first, second, relation: relation.code }
    }
  },
}

const manualLinks: Conversion = {
  from: 'bdus_userlinks',
  to: 'sys_userlinks',
  begin(adoption, notes) {
    const pairs = new Set<string>()
    return (row, id) => {
      const { naming } = adoption.configuration
      const [one, two] = [naming(row['tb_one']), naming(row['tb_two'])]
      const [idOne, idTwo] = [integerOf(row['id_one']), integerOf(row['id_two'])]
      const problem = problemOfRecord(adoption, one, idOne) ?? problemOfRecord(adoption, two, idTwo)
      if (problem !== undefined || idOne === undefined || idTwo === undefined)
        return notes.leaveOut(id, problem ?? 'its record is gone')
      const ends = [`${one} ${idOne}`, `${two} ${idTwo}`].sort()
      if (ends[0] === ends[1]) return notes.leaveOut(id, 'to itself')
      const key = ends.join(' ')
      if (pairs.has(key)) return notes.leaveOut(id, 'the pair is linked')
      pairs.add(key)
      return {
        tb_one: one,
        id_one: idOne,
        tb_two: two,
        id_two: idTwo,
        sort: integerOrNull(row['sort']),
        label: textOrNull(row['label']),
      }
    }
  },
}

/** A third or a fourth coordinate, as it is announced or written. */
const isInSpace = (wkt: string): boolean =>
  /^\s*[a-z]+\s*(?:ZM?|M)\s*\(|\d\s+[-+\d.][^\s,()]*\s+[-+\d.]/i.test(wkt)

const geometries: Conversion = {
  from: 'bdus_geodata',
  to: 'sys_geodata',
  begin(adoption, notes) {
    return (row, id) => {
      const table = adoption.configuration.naming(row['table_link'])
      const record = integerOf(row['id_link'])
      const problem = problemOfRecord(adoption, table, record)
      if (problem !== undefined || record === undefined)
        return notes.leaveOut(id, problem ?? 'its record is gone')
      const geometry = textOf(row['geometry'])
      if (!readWkt(geometry)) return notes.leaveOut(id, 'no geometry')
      if (isInSpace(geometry))
        notes.change(id, 'geometry', geometry, geometry, 'heights are kept, and not shown on the map')
      return { table_link: table, id_link: record, geometry }
    }
  },
}

export const linkConversions: readonly Conversion[] = [stratigraphy, manualLinks, geometries]
