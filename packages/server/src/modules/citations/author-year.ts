import { isObject, type JsonObject } from '@trowel/contract/json.js'

/** The first number of four digits that stands alone: `May 4, 1987`, `1987-05-04`, `c. 1987`. */
const year = /(?<!\d)\d{4}(?!\d)/

/**
 * A work in short, such as `Greco 1987`: the first creator with a name, and the year; without either its
 * title, else `Unknown`.
 */
export function authorYear(data: JsonObject): string {
  const creators = Array.isArray(data['creators']) ? data['creators'].filter(isObject) : []
  const names = creators.map((creator) => textOf(creator['lastName']) || textOf(creator['name']))
  const parts = [names.find((name) => name !== ''), year.exec(textOf(data['date']))?.[0]]
  const given = parts.filter((part) => part !== undefined)
  return given.join(' ') || textOf(data['title']) || 'Unknown'
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '')
