import { setImmediate as othersFirst } from 'node:timers/promises'
import { isObject, type JsonObject } from '@trowel/contract/json.js'
import type { IOptions } from 'sanitize-html'
import { type CslItem, readCslItem } from './csl-item.js'
import { storableText } from './storable-text.js'

/** A work as its library has it at the moment. */
export interface LibraryItem {
  readonly key: string
  /** Grows with every change of the item. */
  readonly version: number
  /** In the trash it is no part of the library any more. */
  readonly isTrashed: boolean
  /** Such as `Greco 1987`. */
  readonly authorYear: string
  readonly title: string
  /** HTML, sanitised; `''` for what has no citation, such as a note, or one that is longer than any is. */
  readonly citation: string
  /** `undefined` when the library does not say, or says more than a work needs. */
  readonly csl: CslItem | undefined
}

/**
 * Far more than any citation has, and few enough that cleaning them delays no other request; nor was more
 * asked for at once.
 */
const maxCitationLength = 20_000
/** The same of a whole work as JSON, its abstract included. */
const maxWorkLength = 100_000
const maxItems = 100

/** What may be the key of an item. */
export const isItemKey = (key: string): boolean => /^[A-Za-z0-9]{1,32}$/.test(key)

/**
 * Every item of the Web API (version 3) has a key of this form; another one is passed over there without a
 * word.
 */
export const isWellFormedKey = (key: string): boolean => /^[23456789ABCDEFGHIJKLMNPQRSTUVWXYZ]{8}$/.test(key)

/**
 * The items of a list that a library answered, in its order.
 * @returns `undefined` when anything in the list is not what an item looks like: then nothing can be told
 *   from what is missing
 */
export async function readItems(list: unknown): Promise<LibraryItem[] | undefined> {
  if (!Array.isArray(list) || list.length > maxItems) return undefined
  const clean = await citationCleaner()
  const items: LibraryItem[] = []
  for (const given of list) {
    if (!isObject(given) || !isObject(given['data'])) return undefined
    const { key, version, data } = given
    if (typeof key !== 'string' || !isItemKey(key) || !isVersion(version)) return undefined
    const citation = typeof given['bib'] === 'string' ? given['bib'] : ''
    await othersFirst()
    items.push({
      key,
      version,
      isTrashed: Number(data['deleted'] ?? 0) !== 0,
      authorYear: shortened(authorYear(data)),
      title: storableText(titleOf(data)),
      citation: citation.length > maxCitationLength ? '' : storableText(clean(citation)),
      csl: storedWork(readCslItem(given['csljson'])),
    })
  }
  return items
}

const storedWork = (work: CslItem | undefined): CslItem | undefined =>
  work && JSON.stringify(work).length <= maxWorkLength ? work : undefined

const isVersion = (version: unknown): version is number =>
  Number.isSafeInteger(version) && Number(version) >= 0

const shortened = (text: string): string => [...storableText(text)].slice(0, 500).join('')

/** Cases and statutes call their title otherwise. */
const titleOf = (data: JsonObject): string => {
  const titles = ['title', 'shortTitle', 'caseName', 'nameOfAct', 'subject'].map((name) => data[name])
  return titles.find((title): title is string => typeof title === 'string' && title !== '') ?? ''
}

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

/** What a formatted citation may hold: words set apart, and links. */
const allowed: IOptions = {
  allowedTags: ['div', 'span', 'p', 'br', 'i', 'em', 'b', 'strong', 'sup', 'sub', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedClasses: { '*': ['csl-*'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nestingLimit: 50,
  transformTags: {
    a: (tagName, { href, class: names }) => ({
      tagName,
      attribs: {
        ...(href === undefined ? {} : { href }),
        ...(names === undefined ? {} : { class: names }),
        rel: 'noopener noreferrer',
        target: '_blank',
      },
    }),
  },
  // A link must say by itself where it leads: here it would lead into this service.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'a' && !/^https?:\/\//i.test(attribs['href'] ?? '') ? 'excludeTag' : false,
}

/**
 * Cleans citations that come as HTML from outside: what could run, load or disguise something is taken out,
 * italics, small print and links stay. Loaded when the first one comes: most services never see any.
 */
export async function citationCleaner(): Promise<(html: string) => string> {
  const { default: sanitize } = await import('sanitize-html')
  return (html) => sanitize(html.replace(/^\s*<\?xml[^>]*\?>/i, ''), allowed).trim()
}
