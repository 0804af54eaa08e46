import type { Target } from './target-choice.js'
import { maxBytes, maxFiles } from './zip-of-files.js'

/** What can be brought in, by what is done with it. */
export type ChosenFiles =
  | { readonly kind: 'rows'; readonly file: File; readonly type: 'csv' | 'tsv' | 'xlsx' | 'json' }
  | {
      readonly kind: 'relations'
      readonly file: File
      readonly type: 'csv' | 'tsv' | 'xlsx' | 'json' | 'lst'
    }
  | { readonly kind: 'places'; readonly file: File }
  | { readonly kind: 'photos'; readonly files: readonly File[] }

/** Bytes in which the kind of a JSON file shows. */
const beginning = 64 * 1024

const rowTypes = { csv: 'csv', txt: 'csv', tsv: 'tsv', tab: 'tsv', xlsx: 'xlsx' } as const
const isRowType = (ending: string): ending is keyof typeof rowTypes => Object.hasOwn(rowTypes, ending)

/**
 * Tells by their names, and for JSON by what is in it, what files are; `undefined` when nothing can be done
 * with them.
 */
export async function chosenFiles(files: readonly File[]): Promise<ChosenFiles | undefined> {
  const [file] = files
  if (!file) return undefined
  if (files.every(({ type }) => type.startsWith('image/'))) return { kind: 'photos', files }
  if (files.length > 1) return undefined
  const ending = file.name.toLowerCase().split('.').at(-1) ?? ''
  if (ending === 'zip') return { kind: 'photos', files }
  if (ending === 'lst') return { kind: 'relations', file, type: 'lst' }
  if (ending === 'geojson') return { kind: 'places', file }
  if (ending === 'json') {
    const text = await file.slice(0, beginning).text()
    return /"FeatureCollection"/.test(text) ? { kind: 'places', file } : { kind: 'rows', file, type: 'json' }
  }
  return isRowType(ending) ? { kind: 'rows', file, type: rowTypes[ending] } : undefined
}

/** Why nothing can be done with files. */
export type FileGap = 'oneFile' | 'unknownFile' | 'tooManyPhotos'

export function gapOf(files: readonly File[], chosen: ChosenFiles | undefined): FileGap | undefined {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  if (!chosen) return files.length > 1 ? 'oneFile' : 'unknownFile'
  return chosen.kind === 'photos' && (size > maxBytes || files.length > maxFiles)
    ? 'tooManyPhotos'
    : undefined
}

/** Pictures show records that are there, and relations lie between them: no table is made of these. */
export function problemOf(
  { kind }: ChosenFiles,
  target: Target,
): 'photosNeedTable' | 'relationsNeedTable' | undefined {
  if (target !== 'new') return undefined
  if (kind === 'photos') return 'photosNeedTable'
  return kind === 'relations' ? 'relationsNeedTable' : undefined
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
export const isArchive = (files: readonly File[]): boolean =>
  files.length === 1 && !files[0]?.type.startsWith('image/')
