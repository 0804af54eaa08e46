import { readFile } from 'node:fs/promises'
import type { ProjectPicture } from '@trowel/contract/welcome.js'

/** The folder of the invented excavation. */
const folder = new URL('../../../../demo/', import.meta.url)

type Values = Readonly<Record<string, unknown>>

/** Settings of a table as its configuration takes them, with its fields. */
export type DemoTable = Values & {
  readonly name: string
  readonly label: string
  /** The table that carries its rows, for a plugin table. */
  readonly parent?: string
  readonly fields: readonly (Values & { readonly name: string; readonly id_from_tb?: string })[]
}

export interface DemoRecord {
  /** Values by field; a lookup field holds what the other record is called. */
  readonly core: Values
  readonly plugins?: Readonly<Record<string, readonly Values[]>>
}

/** A record by its table and what people call it. */
export type Named = readonly [table: string, label: string]

export interface DemoRelation {
  readonly table: string
  readonly first: string
  /** The name of a stratigraphic relation. */
  readonly relation: string
  readonly second: string
}

export interface DemoLink {
  readonly one: Named
  readonly two: Named
  readonly label?: string
}

export interface DemoGeometry {
  readonly table: string
  readonly record: string
  readonly geometry: unknown
}

export interface DemoPicture {
  readonly file: string
  readonly description?: string
  readonly keywords?: string
  readonly printable?: boolean
  /** The first is the one that it was made for. */
  readonly records: readonly Named[]
}

/** Another look at a record, after the season. */
export interface DemoRevision {
  readonly table: string
  readonly record: string
  readonly core: Values
}

/** A record that was entered and taken out again. */
export interface DemoMistake {
  readonly table: string
  readonly core: Values
}

export interface DemoQuery {
  readonly name: string
  readonly tb: string
  readonly query: Values
  /** For everybody who may read the table. */
  readonly shared: boolean
  /** On the home page of the one who begins. */
  readonly pinned?: boolean
}

/** What is drawn of many records, for everybody who may read them. */
export interface DemoDrawing {
  readonly name: string
  readonly pinned?: boolean
  readonly definition: Values
}

/** A layout by which the records of a table are printed. */
export interface DemoTemplate {
  readonly table: string
  readonly name: string
  readonly layout: unknown
}

/** An ES module that shows the value of a field. */
export interface DemoWidget {
  readonly name: string
  readonly content: Uint8Array
}

/** Its table and what people call it, as one text. */
export const nameOf = (schema: ReadonlyMap<string, DemoTable>, table: string, { core }: DemoRecord): string =>
  `${table}/${core[String(schema.get(table)?.['id_field'])]}`

/** Everything that the folder holds but for the pictures themselves. */
export interface Excavation {
  readonly tables: readonly DemoTable[]
  readonly vocabularies: readonly { readonly name: string; readonly items: readonly string[] }[]
  readonly records: ReadonlyMap<string, readonly DemoRecord[]>
  readonly relations: readonly DemoRelation[]
  readonly links: readonly DemoLink[]
  readonly geometries: readonly DemoGeometry[]
  readonly pictures: readonly DemoPicture[]
  readonly revisions: readonly DemoRevision[]
  readonly mistakes: readonly DemoMistake[]
  readonly queries: readonly DemoQuery[]
  readonly charts: readonly DemoDrawing[]
  readonly analyses: readonly DemoDrawing[]
  readonly templates: readonly DemoTemplate[]
  readonly widgets: readonly DemoWidget[]
}

/** The invented excavation, as it lies in the folder `demo/`. */
export async function readExcavation(): Promise<Excavation> {
  const schema = JSON.parse(await readText('schema.json')) as Pick<Excavation, 'tables' | 'vocabularies'>
  const mainTables = schema.tables.filter((table) => table.parent === undefined)
  const records = await Promise.all(
    mainTables.map(async ({ name }) => [name, await readLines<DemoRecord>(`records/${name}.jsonl`)] as const),
  )
  return {
    ...schema,
    records: new Map(records),
    relations: await readLines<DemoRelation>('relations.jsonl'),
    links: await readLines<DemoLink>('links.jsonl'),
    geometries: await readLines<DemoGeometry>('geometries.jsonl'),
    pictures: await readLines<DemoPicture>('files.jsonl'),
    revisions: await readLines<DemoRevision>('revisions.jsonl'),
    mistakes: await readLines<DemoMistake>('mistakes.jsonl'),
    queries: await readLines<DemoQuery>('queries.jsonl'),
    charts: await readLines<DemoDrawing>('charts.jsonl'),
    analyses: await readLines<DemoDrawing>('analyses.jsonl'),
    templates: await readLines<DemoTemplate>('templates.jsonl'),
    widgets: [{ name: 'munsell-chip', content: await readFile(new URL('widgets/munsell-chip.js', folder)) }],
  }
}

/** A layer of the map. */
export const surveyGrid = { label: 'Survey grid, 10 m', file: new URL('survey-grid.geojson', folder) }

/** A picture of the project itself. */
export const faceFile = (picture: ProjectPicture): URL => new URL(`face/${picture}.png`, folder)

export const pictureFile = (name: string): URL => new URL(`pictures/${name}`, folder)

const readText = (name: string): Promise<string> => readFile(new URL(name, folder), 'utf8')

async function readLines<Line>(name: string): Promise<Line[]> {
  const lines = (await readText(name)).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Line)
}
