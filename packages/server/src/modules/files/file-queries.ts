import { type PictureWidth, pictureWidths } from '@trowel/contract/model/picture-widths.js'
import { AppError } from '../../errors.js'
import { idOf, idsOf } from '../../http/wire-id.js'
import type { FileListInput } from './list-files.js'

const perPageBounds = { least: 5, usual: 25, most: 100 }

type Query = Readonly<Partial<Record<'page' | 'per_page' | 'id' | 'orphans_only' | 'search', unknown>>>

/** Which page of files is asked for. @throws `invalid_parameter` */
export function readFilePage(query: Query): FileListInput {
  const { least, usual, most } = perPageBounds
  return {
    page: Math.max(1, readNumber('page', query.page, 1)),
    perPage: Math.min(most, Math.max(least, readNumber('per_page', query.per_page, usual))),
    id: readNumber('id', query.id, undefined),
    orphansOnly: readFlag('orphans_only', query.orphans_only),
    search: typeof query.search === 'string' ? query.search : '',
  }
}

function readNumber<Usual extends number | undefined>(
  name: string,
  value: unknown,
  usual: Usual,
): number | Usual {
  if (value === undefined || value === '') return usual
  if (typeof value === 'string' && /^-?\d{1,9}$/.test(value)) return Number(value)
  throw invalid(name, 'must be a whole number')
}

function readFlag(name: string, value: unknown): boolean {
  if (value === undefined || value === '' || value === '0' || value === 'false') return false
  if (value === '1' || value === 'true') return true
  throw invalid(name, 'must be 1 or 0')
}

/** @throws `invalid_parameter` */
export function readWidth(value: unknown): PictureWidth | undefined {
  if (value === undefined) return undefined
  const width = pictureWidths.find((each) => String(each) === value)
  if (!width) throw invalid('w', `must be one of ${pictureWidths.join(', ')}`)
  return width
}

/** @throws `parameter_missing` for an absent or empty list, `invalid_parameter` for what is none of ids */
export function readOrder(value: unknown): number[] {
  if (value === undefined || value === null || (Array.isArray(value) && value.length === 0)) {
    throw new AppError('parameter_missing', { text: '"order" must list ids of links.', detail: 'order' })
  }
  const ids = Array.isArray(value) && value.length <= 10_000 ? idsOf(value) : undefined
  if (!ids) throw invalid('order', 'must be a list of ids of links')
  return ids
}

/** @throws `parameter_missing`, `invalid_parameter` for what is no id */
export function readFileId(value: unknown): number {
  if (value === undefined || value === null || value === '')
    throw new AppError('parameter_missing', { text: '"fileId" is missing.', detail: 'fileId' })
  const id = idOf(value)
  if (id === undefined) throw invalid('fileId', 'must be the id of a file')
  return id
}

const invalid = (name: string, reason: string): AppError =>
  new AppError('invalid_parameter', { text: `"${name}" ${reason}.`, detail: { name, reason } })
