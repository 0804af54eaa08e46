import type { NumbersAre } from '@trowel/contract/imports.js'
import { nameOfSystem } from '@trowel/contract/model/reference-systems.js'
import { relationColumns } from '@trowel/contract/model/relation-words.js'
import type { RequestScope } from '../../../http/scope.js'
import { type FieldOfColumn, orderOf, type TableOrder, type TableSource } from '../import-new-table.js'
import type { PlaceSource } from '../reading/worker-protocol.js'
import type { RelationColumns } from '../writing/relation-statements.js'
import { type LookedAt, lookAtAll, type Told } from './look.js'
import { type FoundReference, findReferences } from './references.js'
import type { Source } from './sources.js'

/** A table that is to be made of a source. */
export interface PlannedTable {
  readonly looked: LookedAt
  readonly source: TableSource
  readonly order: TableOrder
  readonly fields: readonly FieldOfColumn[]
  /** What numbers in its links are. */
  readonly numbersIn: ReadonlyMap<string, NumbersAre>
  /** Links to records that come after it, or stand among its own: they are filled when all are there. */
  readonly later: readonly (readonly [column: string, field: string])[]
  /** The forms of these links, which can be made when all tables are there. */
  readonly laterFields: TableOrder['fields']
  /** Column and field by which its records are found again then. */
  readonly key: readonly [column: string, field: string] | undefined
  /** How many pictures and the like hang from its rows. */
  readonly attachments: number
}

/** Stratigraphic relations that a source states of the records of a planned table. */
export interface PlannedRelations {
  readonly looked: LookedAt
  readonly table: string
  readonly columns: RelationColumns
}

export interface FolderPlan {
  /** In an order in which they can be made. */
  readonly tables: readonly PlannedTable[]
  readonly relations: readonly PlannedRelations[]
}

/**
 * What would be made of sources: tables, fields, keys, and references between them. Nothing is made.
 *
 * @param epsg the reference system of coordinates whose source does not say it
 */
export async function planFolder(
  scope: RequestScope,
  sources: readonly Source[],
  told: Told,
  epsg: number | undefined,
): Promise<FolderPlan> {
  const looked = await lookAtAll(scope, sources, told)
  const references = await findReferences(looked, told.oddities)
  const relations = looked.flatMap((one) => statedRelations(one, references.get(one) ?? []) ?? [])
  const stated = new Set(relations.map(({ looked: one }) => one))
  const tables = inOrder(
    looked.filter((one) => !stated.has(one)),
    references,
  )
  const vocabularies = new Map<string, LookedAt>()
  const made = new Set<LookedAt>()
  const planned: PlannedTable[] = []
  for (const one of tables) {
    if (scope.catalogue.tables.has(one.name)) {
      told.problems.add(one.source.title, null, `There is a table "${one.name}" already.`)
    }
    const facts = { references: references.get(one) ?? [], made, vocabularies, told, epsg }
    const rs = relations.some(({ table }) => table === one.name)
    planned.push({ ...plannedTable(one, { ...facts, rs }), attachments: await attachmentsOf(one) })
    made.add(one)
  }
  return { tables: planned, relations }
}

/** A source of pairs of units, and of nothing else, states relations and is no table. */
function statedRelations(
  looked: LookedAt,
  references: readonly FoundReference[],
): PlannedRelations | undefined {
  const { scan, facts } = looked
  const { unit, relations } = relationColumns(scan.columns)
  const [one] = relations
  if (unit === undefined || !one || relations.length > 1) return undefined
  const used = [unit, one.column, one.named_in]
  const hasMore = scan.columns.some((column, at) => !used.includes(column) && (facts[at]?.filled ?? 0) > 0)
  const target = references.find(({ column }) => column === unit)
  const other = references.find(({ column }) => column === one.column)
  if (hasMore || !target || target.as !== 'name' || target.target !== other?.target) return undefined
  if (target.target === looked) return undefined
  return { looked, table: target.target.name, columns: { unit, relations: [...relations] } }
}

/** Those that others refer to come first; of a circle the first that was given. */
function inOrder(
  looked: readonly LookedAt[],
  references: ReadonlyMap<LookedAt, readonly FoundReference[]>,
): readonly LookedAt[] {
  const ordered: LookedAt[] = []
  const open = new Set(looked)
  while (open.size > 0) {
    const isFree = (one: LookedAt): boolean =>
      (references.get(one) ?? []).every(({ target }) => target === one || !open.has(target))
    const next = [...open].find(isFree) ?? [...open][0]
    if (!next) break
    open.delete(next)
    ordered.push(next)
  }
  return ordered
}

interface Facts {
  readonly references: readonly FoundReference[]
  /** Tables that are there when it is filled. */
  readonly made: ReadonlySet<LookedAt>
  /** Which table named a vocabulary first. */
  readonly vocabularies: Map<string, LookedAt>
  readonly told: Told
  readonly epsg: number | undefined
  readonly rs: boolean
}

/** Rows whose numbers become the ids of records keep what hangs from them. */
async function attachmentsOf({ source: { file }, scan, idColumn }: LookedAt): Promise<number> {
  if (file.type !== 'gpkg' || scan.sheet === undefined || idColumn === undefined) return 0
  // Loaded only where a GeoPackage comes.
  const { countAttachments } = await import('../reading/gpkg-media.js')
  return countAttachments(file.path, scan.sheet, idColumn)
}

function plannedTable(looked: LookedAt, facts: Facts): Omit<PlannedTable, 'attachments'> {
  const { scan, proposal, written, idColumn, labelColumn, name, label } = looked
  const fields: FieldOfColumn[] = []
  const numbersIn = new Map<string, NumbersAre>()
  const later: (readonly [string, string])[] = []
  const wanted = proposal.fields.filter(({ column, wanted }) => wanted && column !== idColumn)
  const labelField = wanted.find(({ column }) => column === labelColumn)?.name
  const key = keyOf(looked, labelField)
  for (const field of wanted) {
    const { column, name: fieldName, label: fieldLabel, kind, tb, vocabulary } = field
    const reference = facts.references.find((one) => one.column === column)
    const isLater =
      reference !== undefined && (reference.target === looked || !facts.made.has(reference.target))
    const form = { column, name: fieldName, label: fieldLabel, unique: false }
    if (reference && (!isLater || key)) {
      fields.push({ ...form, kind: 'link', tb: reference.target.name, vocabulary: undefined })
      numbersIn.set(fieldName, reference.as)
      if (isLater) later.push([column, fieldName])
    } else {
      if (reference) facts.told.oddities.add(looked.source.title, null, notToldApart, column)
      const values = kind === 'choice' ? vocabularyOf(looked, vocabulary ?? fieldLabel, facts) : undefined
      fields.push({ ...form, kind, tb: tb ?? undefined, vocabulary: values })
    }
  }
  const place = placeOf(looked, facts)
  const source = { scan, facts: looked.facts, written, place }
  const body = { name, label, fields, id_field: labelField, rs: facts.rs, geodata: place !== undefined }
  const { settings, mapping, ...order } = orderOf(body, source)
  const isLater = (name: unknown): boolean => later.some(([, field]) => field === name)
  const preview = Array.isArray(settings['preview']) ? settings['preview'] : []
  const ids = idColumn === undefined ? [] : [[idColumn, 'id'] as const]
  return {
    looked,
    source,
    order: {
      ...order,
      settings: { ...settings, preview: preview.filter((name) => !isLater(name)) },
      fields: order.fields.filter((form) => !isLater(form['name'])),
      mapping: [...ids, ...mapping.filter(([, field]) => !isLater(field))],
    },
    fields,
    numbersIn,
    later,
    laterFields: order.fields.filter((form) => isLater(form['name'])),
    key,
  }
}

const notToldApart = 'No column tells each row apart: what names rows that come later stays as it is written.'

/** Only where each row has a value of its own is each found again. */
const keyOf = (
  { scan, facts, idColumn, labelColumn }: LookedAt,
  labelField: string | undefined,
): PlannedTable['key'] => {
  if (idColumn !== undefined) return [idColumn, 'id']
  if (labelColumn === undefined || labelField === undefined) return undefined
  const { filled, distinct } = facts[scan.columns.indexOf(labelColumn)] ?? {}
  return filled === scan.count && distinct === scan.count ? [labelColumn, labelField] : undefined
}

/** Tables share no vocabulary by chance: the second of a name gets that of its table. */
function vocabularyOf(looked: LookedAt, name: string, { vocabularies }: Facts): string {
  const owner = vocabularies.get(name) ?? looked
  vocabularies.set(name, owner)
  return owner === looked ? name : `${name} (${looked.label})`.slice(0, 100)
}

function placeOf({ proposal: { place }, source }: LookedAt, { told, epsg }: Facts): PlaceSource | undefined {
  if (!place) return undefined
  const system = place.epsg ?? epsg
  if (system === undefined || nameOfSystem(system) === undefined) {
    told.problems.add(
      source.title,
      null,
      'The coordinates are metres: say with --epsg in which reference system.',
    )
    return undefined
  }
  const { x, y, wkt } = place
  if (x !== undefined && y !== undefined) return { from: 'columns', x, y, epsg: system }
  return wkt === undefined ? { from: 'geometry', epsg: system } : { from: 'wkt', column: wkt, epsg: system }
}
