import type { ColumnKind, ImportProposal, ProposedField } from '@trowel/contract/import-proposal.js'
import type { FileType } from '@trowel/contract/imports.js'
import type { NewTableImportBody } from '@trowel/contract/new-table-import.js'
import {
  maxFieldNameLength,
  maxTableNameLength,
  shortNameOf,
  takenFieldNames,
} from '../../components/fields/short-name.js'
import { relationsBeside } from './relation-roles.js'

/** A field on its way: what was proposed, and what the person made of it. */
export interface FieldDraft extends ProposedField {
  /** Of its column among the columns of the file. */
  readonly place: number
}

/** Where the places of the records stand; what is chosen stays while it is switched off. */
export interface PlaceDraft {
  readonly isOn: boolean
  readonly x: string | null
  readonly y: string | null
  readonly wkt: string | null
  /** Has the file geometries of its own? */
  readonly geometry: boolean
  readonly epsg: number | null
}

export interface TableDraft {
  readonly label: string
  readonly fields: readonly FieldDraft[]
  /** The column whose values people call the records by; null: their number. */
  readonly calledBy: string | null
  readonly place: PlaceDraft
  /** Have its records stratigraphic relations? */
  readonly rs: boolean
}

/** What people would call the table in a file: `small_finds-2021.csv` holds "Small finds 2021". */
export function labelOfFile(name: string): string {
  const text = name
    .replace(/\.[^.]*$/, '')
    .replace(/[_\-.]+/g, ' ')
    .trim()
  return text.charAt(0).toUpperCase() + text.slice(1)
}

export const fieldDrafts = ({ fields }: ImportProposal): FieldDraft[] =>
  fields.map((field, place) => ({ ...field, place }))

export function draftOf(
  file: { readonly name: string },
  type: FileType,
  proposal: ImportProposal,
): TableDraft {
  const { id_field: idField, place } = proposal
  const calledBy = proposal.fields.find(({ name }) => name === idField)?.column
  const relations = relationsAmong(proposal.fields, calledBy)
  return {
    label: labelOfFile(file.name),
    // What a list of a matrix program says of its units are relations and nothing else.
    fields: fieldDrafts(proposal).map((field) =>
      type === 'lst' && field.place > 0 ? { ...field, wanted: false } : field,
    ),
    calledBy: calledBy ?? null,
    // Metres are nowhere until their grid is said.
    place: { ...noPlace(place), isOn: place !== null && place.epsg !== null },
    rs: relations.length > 0,
  }
}

/** Columns that seem to say how the records lie to each other; measured values, as of bounds, do not. */
export function relationsAmong(
  fields: ImportProposal['fields'],
  calledBy: string | null | undefined,
): readonly string[] {
  const columns = fields.map(({ column }) => column)
  return relationsBeside(columns, calledBy ?? undefined).filter((column) =>
    fields.some((field) => field.column === column && field.filled > 0 && field.kind !== 'number'),
  )
}

/** What was found, not switched on. */
export const noPlace = (place: ImportProposal['place'] | undefined): PlaceDraft => ({
  isOn: false,
  x: place?.x ?? null,
  y: place?.y ?? null,
  wkt: place?.wkt ?? null,
  geometry: place?.geometry === true,
  epsg: place?.epsg ?? null,
})

/** The kinds that a column can become: a choice needs few values. */
export const mayBe = ({ distinct }: FieldDraft, kind: ColumnKind): boolean =>
  kind !== 'choice' || distinct !== null

/** Another label brings another name, as the field has it that is made by hand. */
export function relabelled(field: FieldDraft, label: string, others: readonly FieldDraft[]): FieldDraft {
  const taken = others.filter((one) => one !== field).map(({ name }) => name)
  const name = label.trim() === '' ? field.name : nameFor(label, taken)
  return { ...field, label, name }
}

const nameFor = (label: string, taken: readonly string[]): string =>
  shortNameOf(label, [...taken, ...takenFieldNames], maxFieldNameLength)

/** What keeps a table from being made of a draft. */
export type DraftGap = 'label' | 'fields' | 'fieldLabel' | 'target' | 'place'

export function gapIn({ label, fields, place }: TableDraft): DraftGap | undefined {
  const wanted = fields.filter((field) => field.wanted)
  if (label.trim() === '') return 'label'
  if (wanted.length === 0) return 'fields'
  if (wanted.some((field) => field.label.trim() === '')) return 'fieldLabel'
  if (wanted.some(({ kind, tb }) => kind === 'link' && tb === null)) return 'target'
  return isHalf(place) ? 'place' : undefined
}

function sourceOf({ x, y, wkt, geometry }: PlaceDraft) {
  if (geometry) return { geometry: true }
  if (x !== null && y !== null) return { x, y }
  return wkt === null ? undefined : { wkt }
}

/** Is something missing of a place that is wanted? */
export const isHalf = (place: PlaceDraft): boolean => place.isOn && (place.epsg === null || !sourceOf(place))

/** The place as requests name it. */
export function placeBody(place: PlaceDraft) {
  const source = place.isOn ? sourceOf(place) : undefined
  return source ? { place: { ...source, epsg: place.epsg } } : {}
}

/** A field as requests name it. */
export const fieldBody = ({ column, name, label, kind, vocabulary, tb }: FieldDraft) => ({
  column,
  name,
  label: label.trim(),
  kind,
  ...(kind === 'choice' && { vocabulary }),
  ...(kind === 'link' && { tb }),
})

/** @param taken names of the tables that are there */
export function requestOf(
  tempId: string,
  { label, fields, calledBy, place, rs }: TableDraft,
  taken: readonly string[],
): NewTableImportBody {
  const wanted = fields.filter((field) => field.wanted)
  const calling = wanted.find(({ column }) => column === calledBy)
  return {
    temp_id: tempId,
    name: shortNameOf(label, taken, maxTableNameLength),
    label: label.trim(),
    fields: wanted.map((field) => ({
      ...fieldBody(field),
      ...(field === calling && { unique: field.unique }),
    })),
    ...(calling && { id_field: calling.name }),
    ...placeBody(place),
    rs,
  }
}
