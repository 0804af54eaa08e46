import { type DemoRecord, type DemoTable, type Excavation, type Named, nameOf } from './demo-files.js'

/** What happened in one week of the excavation, in the order in which it can be entered. */
export interface Week {
  /** The evening of its last day, in unix milliseconds. */
  readonly end: number
  readonly records: ReadonlyMap<string, readonly DemoRecord[]>
  readonly relations: Excavation['relations']
  readonly links: Excavation['links']
  readonly geometries: Excavation['geometries']
  readonly pictures: Excavation['pictures']
}

const dayMs = 86_400_000
const weekMs = 7 * dayMs
/** Unix time began on a Thursday: weeks end with Sunday. */
const weekOf = (time: number): number => Math.floor((time + 3 * dayMs) / weekMs)
const eveningOf = (week: number): number => week * weekMs + 3 * dayMs + 18 * 3_600_000

/** The fields that tell when a record came to be. */
const daysOfFields = ['opened_on', 'excavated_on', 'found_on', 'taken_on', 'drawn_on', 'begun_on'] as const

/**
 * The excavation week by week. A record is entered in the week of its day, or when everything is there to
 * which it refers; what hangs from records when the last of them is there.
 */
export function weeksOf(excavation: Excavation): readonly Week[] {
  const schema = new Map(excavation.tables.map((table) => [table.name, table]))
  const weeks = new Map<string, number>()
  const first = Math.min(...daysIn(excavation).map(weekOf))
  const ofRecords = new Map<string, Map<number, DemoRecord[]>>()
  for (const [table, records] of excavation.records) {
    const byWeek = new Map<number, DemoRecord[]>()
    for (const record of records) {
      const own = dayOf(record)
      const needed = referredTo(schema, table, record).map((name) => weeks.get(name) ?? first)
      const week = Math.max(own === undefined ? first : weekOf(own), ...needed)
      weeks.set(nameOf(schema, table, record), week)
      byWeek.set(week, [...(byWeek.get(week) ?? []), record])
    }
    ofRecords.set(table, byWeek)
  }
  const weekOfAll = (names: readonly Named[]): number =>
    Math.max(...names.map(([table, label]) => weeks.get(`${table}/${label}`) ?? first))
  const relations = byWeek(excavation.relations, ({ table, first: one, second }) =>
    weekOfAll([
      [table, one],
      [table, second],
    ]),
  )
  const links = byWeek(excavation.links, ({ one, two }) => weekOfAll([one, two]))
  const geometries = byWeek(excavation.geometries, ({ table, record }) => weekOfAll([[table, record]]))
  const pictures = byWeek(excavation.pictures, ({ records }) => weekOfAll(records))
  return [...new Set(weeks.values())]
    .sort((one, other) => one - other)
    .map((week) => ({
      end: eveningOf(week),
      records: new Map([...ofRecords].map(([table, own]) => [table, own.get(week) ?? []])),
      relations: relations.get(week) ?? [],
      links: links.get(week) ?? [],
      geometries: geometries.get(week) ?? [],
      pictures: pictures.get(week) ?? [],
    }))
}

function dayOf({ core }: DemoRecord): number | undefined {
  const day = daysOfFields.map((field) => core[field]).find((value) => typeof value === 'string')
  return typeof day === 'string' ? Date.parse(day) : undefined
}

const daysIn = ({ records }: Excavation): number[] =>
  [...records.values()].flatMap((own) => own.flatMap((record) => dayOf(record) ?? []))

/** The records that a record and its plugin rows look up. */
function referredTo(
  schema: ReadonlyMap<string, DemoTable>,
  table: string,
  { core, plugins = {} }: DemoRecord,
): string[] {
  const rows: [string, Readonly<Record<string, unknown>>][] = [[table, core]]
  for (const [name, own] of Object.entries(plugins)) for (const row of own) rows.push([name, row])
  return rows.flatMap(([name, row]) =>
    (schema.get(name)?.fields ?? []).flatMap(({ name: field, id_from_tb: target }) =>
      target === undefined || row[field] === undefined || row[field] === null
        ? []
        : [`${target}/${row[field]}`],
    ),
  )
}

function byWeek<Item>(items: readonly Item[], weekOfItem: (item: Item) => number): Map<number, Item[]> {
  const weeks = new Map<number, Item[]>()
  for (const item of items) {
    const week = weekOfItem(item)
    weeks.set(week, [...(weeks.get(week) ?? []), item])
  }
  return weeks
}
