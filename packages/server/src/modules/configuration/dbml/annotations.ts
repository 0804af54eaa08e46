import type { JsonObject } from '@trowel/contract/json.js'
import { parseJsonObject } from '../../../catalogue/json-text.js'

/**
 * How our own settings stand in the notes of a schema text. Files of version 5 say `bdus:` where we write
 * `trowel:`.
 */
const prefix = 'trowel'

export interface Note {
  /** What stands before the first annotation. */
  readonly plain: string
  /** Values by name; a flag has the value `1`. */
  readonly annotations: ReadonlyMap<string, string>
}

/** A value runs to the next prefix or to the end. */
export function readNote(note: string): Note {
  const [plain = '', ...parts] = note.split(/(?:^|\s)(?:trowel|bdus):/)
  const annotations = new Map(
    parts.map((part) => {
      const [name = '', ...rest] = part.split('=')
      const value = rest.length === 0 ? '1' : unescapePrefix(rest.join('='))
      // Space at the ends of a regular expression counts.
      return [name.trim(), name === 'pattern' ? value : value.trim()] as const
    }),
  )
  return { plain: plain.trim(), annotations }
}

/** @param entries names with their values; `true` writes a flag, `undefined` and `false` nothing */
export const writeNote = (entries: readonly (readonly [string, string | boolean | undefined])[]): string =>
  entries
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([name, value]) => `${prefix}:${name}${value === true ? '' : `=${escapePrefix(String(value))}`}`)
    .join(' ')

/** So that a value which itself holds a prefix does not end there. */
const escapePrefix = (value: string): string => value.replace(/(\s(?:trowel|bdus)\\*):/g, '$1\\:')
const unescapePrefix = (value: string): string => value.replace(/(\s(?:trowel|bdus)\\*)\\:/g, '$1:')

/** Properties that this service does not know, as they are kept. */
export function extraOf(annotations: Note['annotations']): JsonObject {
  const text = annotations.get('extra')
  return text === undefined ? {} : parseJsonObject(text)
}

/** A text in single quotes, on one line. */
export const quoted = (text: string): string => `'${onOneLine(text).replace(/[\\']/g, '\\$&')}'`

/** A name in double quotes, on one line. */
export const quotedName = (text: string): string => `"${onOneLine(text).replace(/[\\"]/g, '\\$&')}"`

const onOneLine = (text: string): string => text.replace(/(?<!\s)\s*[\r\n]\s*/g, ' ')

/** What a table is called when its text gives no label. */
export const defaultTableLabel = (name: string): string => name.slice(0, 1).toUpperCase() + name.slice(1)

export const defaultFieldLabel = (name: string): string => defaultTableLabel(name.replaceAll('_', ' '))
