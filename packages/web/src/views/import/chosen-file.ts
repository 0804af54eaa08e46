import type { Target } from './target-choice.js'
import { maxBytes, maxFiles } from './zip-of-files.js'

interface WithPictures {
  /** Pictures that came along: they are for the records of the file. */
  readonly pictures: readonly File[]
}

/** What can be brought in, by what is done with it. */
export type ChosenFiles =
  | ({
      readonly kind: 'rows'
      readonly file: File
      readonly type: 'csv' | 'tsv' | 'xlsx' | 'ods' | 'gpkg' | 'json'
    } & WithPictures)
  | ({
      readonly kind: 'relations'
      readonly file: File
      readonly type: 'csv' | 'tsv' | 'xlsx' | 'ods' | 'gpkg' | 'json' | 'lst'
    } & WithPictures)
  | ({ readonly kind: 'places'; readonly file: File } & WithPictures)
  | {
      readonly kind: 'photos'
      readonly files: readonly File[]
      /** Files that lay between the pictures, and are none. */
      readonly others: readonly File[]
    }

/** Bytes in which the kind of a JSON file shows. */
const beginning = 64 * 1024

const rowTypes = {
  csv: 'csv',
  txt: 'csv',
  tsv: 'tsv',
  tab: 'tsv',
  xlsx: 'xlsx',
  ods: 'ods',
  gpkg: 'gpkg',
} as const
const isRowType = (ending: string): ending is keyof typeof rowTypes => Object.hasOwn(rowTypes, ending)

const endingOf = ({ name }: File): string => name.toLowerCase().split('.').at(-1) ?? ''

/** Not every system knows the types of all pictures. */
const isPicture = (file: File): boolean =>
  file.type.startsWith('image/') || /^(?:tiff?|heic|heif|avif|webp)$/.test(endingOf(file))

const isZip = (file: File): boolean => endingOf(file) === 'zip'

/** Beside other files a text is what people wrote about them. */
const isTable = (file: File): boolean =>
  endingOf(file) !== 'txt' && (isRowType(endingOf(file)) || /^(?:json|geojson|lst)$/.test(endingOf(file)))

/**
 * Tells by their names, and for JSON by what is in it, what files are; `undefined` when nothing can be done
 * with them. One table can have pictures, or an archive of them, beside it.
 */
export async function chosenFiles(files: readonly File[]): Promise<ChosenFiles | undefined> {
  const isWanted = files.some(isPicture) ? isPicture : isZip
  const pictures = files.filter(isWanted)
  if (isWanted === isZip && pictures.length > 1) return undefined
  const others = files.filter((file) => !isWanted(file))
  const tables = files.length === 1 ? others : others.filter(isTable)
  const [file] = tables
  if (!file) return pictures.length > 0 ? { kind: 'photos', files: pictures, others } : undefined
  const table = tables.length === 1 ? await tableIn(file) : undefined
  return table && { ...table, pictures }
}

async function tableIn(file: File) {
  const ending = endingOf(file)
  if (ending === 'lst') return { kind: 'relations', file, type: 'lst' } as const
  if (ending === 'geojson') return { kind: 'places', file } as const
  if (ending === 'json') {
    const text = await file.slice(0, beginning).text()
    return /"FeatureCollection"/.test(text)
      ? ({ kind: 'places', file } as const)
      : ({ kind: 'rows', file, type: 'json' } as const)
  }
  return isRowType(ending) ? ({ kind: 'rows', file, type: rowTypes[ending] } as const) : undefined
}

/** Pictures come along with the table before or after them; other files take the place of those before. */
export function besides(before: ChosenFiles | undefined, found: ChosenFiles): ChosenFiles {
  if (!before) return found
  if (found.kind === 'photos')
    return before.kind === 'photos' ? found : { ...before, pictures: [...before.pictures, ...found.files] }
  return before.kind === 'photos' ? { ...found, pictures: [...before.files, ...found.pictures] } : found
}

/** Why nothing can be done with files. */
export type FileGap = 'oneFile' | 'unknownFile' | 'tooManyPhotos'

export function gapOf(files: readonly File[], chosen: ChosenFiles | undefined): FileGap | undefined {
  if (!chosen) return files.length > 1 ? 'oneFile' : 'unknownFile'
  const pictures = chosen.kind === 'photos' ? chosen.files : chosen.pictures
  const size = pictures.reduce((sum, file) => sum + file.size, 0)
  return size > maxBytes || pictures.length > maxFiles ? 'tooManyPhotos' : undefined
}

/** Is it about records that are there? Pictures show them, relations lie between them. */
export const isAboutRecords = ({ kind }: ChosenFiles): boolean => kind === 'photos' || kind === 'relations'

/** A list of a matrix program names all its units, so that a table can be made of them. */
export function problemOf(
  chosen: ChosenFiles,
  target: Target,
): 'photosNeedTable' | 'relationsNeedTable' | undefined {
  if (target !== 'new') return undefined
  if (chosen.kind === 'photos') return 'photosNeedTable'
  return chosen.kind === 'relations' && chosen.type !== 'lst' ? 'relationsNeedTable' : undefined
}

/** A table of rows can hold records or relations between them. */
export function readAs(chosen: ChosenFiles, kind: 'rows' | 'relations'): ChosenFiles {
  if (chosen.kind === 'rows') return { ...chosen, kind }
  if (chosen.kind !== 'relations' || chosen.type === 'lst') return chosen
  return { ...chosen, type: chosen.type, kind }
}

/** Can the file hold either? */
export const isEither = (chosen: ChosenFiles): boolean =>
  chosen.kind === 'rows' || (chosen.kind === 'relations' && chosen.type !== 'lst')

/** Is it one archive, or pictures one by one? */
export const isArchive = (files: readonly File[]): boolean => files.length === 1 && files.every(isZip)
