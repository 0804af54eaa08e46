import { stratigraphicRelations } from './stratigraphic-relations.js'

const isCoveredBy = 1
const covers = 5

/** What people and programs call the relations, as "the unit … the other". */
const words: Readonly<Record<number, readonly string[]>> = {
  [isCoveredBy]: [
    'overlain by',
    'covered by',
    'older than',
    'earlier than',
    'coperto da',
    'coperta da',
    'anteriore a',
    'wird überlagert von',
    'recouvert par',
    'cubierto por',
  ],
  2: ['cut by', 'tagliato da', 'tagliata da', 'geschnitten von', 'coupé par', 'cortado por'],
  3: ['supports', 'abutted by', 'is abutted by', 'le si appoggia', 'gli si appoggia'],
  4: ['filled by', 'riempito da', 'riempita da', 'verfüllt von', 'comblé par', 'rellenado por'],
  [covers]: [
    'overlies',
    'newer than',
    'younger than',
    'later than',
    'copre',
    'posteriore a',
    'überlagert',
    'recouvre',
    'cubre a',
  ],
  6: ['taglia', 'schneidet', 'coupe', 'corta a'],
  7: ['abuts', 'butts', 'si appoggia a', 'lehnt an', 's’appuie sur', 'se apoya en'],
  8: ['riempie', 'verfüllt', 'comble', 'rellena a'],
  9: ['same as', 'equal', 'equals', 'equal to', '=', 'uguale a', 'gleich', 'égal à', 'igual a'],
  10: ['bound to', 'bonded with', 'contemporary', 'contemporary with', 'si lega a', 'gebunden an', 'lié à'],
}

/** `Is cut by:` and `is_cut_by` are one text. */
const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[_’'().:\s-]+/g, ' ')
    .trim()

const codes = new Map<string, number>([
  ...stratigraphicRelations.map(({ code, name }) => [plain(name), code] as const),
  ...Object.entries(words).flatMap(([code, texts]) =>
    texts.map((text) => [plain(text), Number(code)] as const),
  ),
])

/** Where something lies, or when it was: a column of this name lists what lies there. */
const newer = /^(?:above|over|later|newer|younger|upper|sopra|über|jünger)$/
const older = /^(?:below|under|beneath|earlier|older|lower|sotto|unter|älter)$/

/** The relation that a text names, read as "the unit … the other"; `undefined` when it names none. */
export function relationNamed(text: string): number | undefined {
  if (/^\s*\d{1,2}\s*$/.test(text)) {
    const code = Number(text)
    return code >= 1 && code <= 10 ? code : undefined
  }
  const said = plain(text)
  if (newer.test(said)) return covers
  if (older.test(said)) return isCoveredBy
  return codes.get(said)
}

/** Of these, what measures can be called as well. */
const measured = /^(?:later|newer|younger|upper|earlier|older|lower|jünger|älter)$/

/** Can a column of this name only list units? */
export function listsUnits(column: string): boolean {
  const said = plain(column)
  return !measured.test(said) && relationOfList(column) !== undefined
}

/** The relation of a unit to those that a column of this name lists: what is listed as above covers it. */
function relationOfList(column: string): number | undefined {
  const said = plain(column)
  if (newer.test(said)) return isCoveredBy
  if (older.test(said)) return covers
  return codes.get(said)
}

const unit =
  '(?:unit|context|ctx|us|usm|su|se|ue|locus|label|name|nome|id)(?: (?:no|nr|id|number|label|name))?'
const units = new RegExp(`^${unit}$`)
const firsts = new RegExp(`^(?:first|from|source|${unit} ?(?:1|a))$`)
const seconds = new RegExp(
  `^(?:second|to|target|related|(?:other|altra|andere)(?: ${unit})?|${unit} ?(?:2|b))$`,
)
const relations = /^(?:relation|relationship|type|kind|rapporto|relazione|tipo|beziehung)$/

/** How the relations of a file stand in its columns. */
export interface RelationColumns {
  /** The column of the unit that a row is about. */
  readonly unit: string | undefined
  /** Columns with other units, each with the relation, or with the column that names it. */
  readonly relations: readonly {
    readonly column: string
    readonly relation?: number
    readonly named_in?: string
  }[]
}

/**
 * How the relations of a file seem to stand in its columns, by the names of these.
 * @param calledBy the field that records are called by: a column of its name has the unit of the row
 */
export function relationColumns(columns: readonly string[], calledBy?: string): RelationColumns {
  const called = (names: RegExp): string | undefined => columns.find((column) => names.test(plain(column)))
  const about =
    columns.find((column) => calledBy !== undefined && plain(column) === plain(calledBy)) ?? called(units)
  if (about !== undefined) {
    const lists = columns.flatMap((column) => {
      const relation = column === about ? undefined : relationOfList(column)
      return relation === undefined ? [] : [{ column, relation }]
    })
    if (lists.length > 0) return { unit: about, relations: lists }
  }
  const first = called(firsts) ?? about ?? called(newer)
  const second = called(seconds) ?? called(older)
  const named = called(relations)
  if (first === undefined || second === undefined) return { unit: first, relations: [] }
  const how = named === undefined ? { relation: covers } : { named_in: named }
  return { unit: first, relations: [{ column: second, ...how }] }
}
