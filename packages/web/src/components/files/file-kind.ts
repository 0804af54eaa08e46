import type { FileObject } from '@trowel/contract/files.js'

/** How a browser shows what a file holds, by its extension; what is not named here is saved instead. */
const shown = {
  pdf: 'page',
  txt: 'page',
  csv: 'page',
  md: 'page',
  mp3: 'sound',
  m4a: 'sound',
  oga: 'sound',
  ogg: 'sound',
  wav: 'sound',
  flac: 'sound',
  mp4: 'film',
  m4v: 'film',
  webm: 'film',
  ogv: 'film',
  mov: 'film',
} as const

export type FileKind = 'picture' | (typeof shown)[keyof typeof shown] | 'other'

export function kindOf({ is_image, ext }: Pick<FileObject, 'is_image' | 'ext'>): FileKind {
  if (is_image) return 'picture'
  return ext in shown ? shown[ext as keyof typeof shown] : 'other'
}

/** The name that people gave the file, as folders show it. */
export const fileName = ({ filename, ext }: Pick<FileObject, 'filename' | 'ext'>): string =>
  ext === '' ? filename : `${filename}.${ext}`

/** What a file is called where there is room for one name. */
export const fileTitle = (file: Pick<FileObject, 'filename' | 'ext' | 'description'>): string =>
  file.description || fileName(file)

/** Is it put on paper with its record, unless people take it out? Drawings of vectors are not. */
export const canBePrinted = ({ is_image, ext }: Pick<FileObject, 'is_image' | 'ext'>): boolean =>
  is_image && ext !== 'svg'

/** Whether it is: pictures about which nothing was said are printed. */
export const isPrinted = (file: Pick<FileObject, 'is_image' | 'ext' | 'printable'>): boolean =>
  canBePrinted(file) && file.printable !== false
