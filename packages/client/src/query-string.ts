/** What a parameter of an address can be. `null`, `undefined` and `''` are left out. */
export type QueryValue = string | number | boolean | null | undefined | readonly unknown[] | object

/**
 * Parameters as the service reads them: a list as `name[]=…` for each entry, an object (a filter, mostly) as
 * JSON text, which knows no limit of depth, `true` and `false` as `1` and `0`.
 *
 * @returns with the question mark; empty when nothing is left
 */
export function queryString(parameters: object = {}): string {
  const pairs = Object.entries(parameters).flatMap(([name, value]: [string, QueryValue]) =>
    Array.isArray(value) ? value.map((one) => pair(`${name}[]`, one)) : [pair(name, value)],
  )
  const text = pairs.filter((one) => one !== undefined).join('&')
  return text === '' ? '' : `?${text}`
}

function pair(name: string, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  const text =
    typeof value === 'object' ? JSON.stringify(value) : String(typeof value === 'boolean' ? +value : value)
  return `${encodeURIComponent(name)}=${encodeURIComponent(text)}`
}
