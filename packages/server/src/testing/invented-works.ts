import type { ApiItem } from './reference-manager.js'

/** An invented work, as a library answers it. */
export function inventedWork(
  key: string,
  { version = 400, family = 'Greco', year = '1987', title = 'Kilns of the lower valley' } = {},
): ApiItem {
  return {
    key,
    version,
    data: {
      key,
      version,
      itemType: 'book',
      title,
      creators: [{ creatorType: 'author', firstName: 'Ada', lastName: family }],
      date: year,
    },
    csljson: {
      id: `501/${key}`,
      type: 'book',
      title,
      author: [{ family, given: 'Ada' }],
      issued: { 'date-parts': [[Number(year)]] },
    },
  }
}

const signs = '23456789ABCDEFGHIJKLMNPQRSTUVWXYZ'

/** The well-formed key of a number. */
export function itemKey(number: number): string {
  let rest = number
  let key = ''
  for (let place = 0; place < 8; place++) {
    key = signs[rest % signs.length] + key
    rest = Math.floor(rest / signs.length)
  }
  return key
}
