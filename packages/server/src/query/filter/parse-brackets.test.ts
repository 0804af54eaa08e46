import { describe, expect, test } from 'vitest'
import { AppError } from '../../errors.js'
import { parseForm, parseQueryString } from './parse-brackets.js'

/** Objects of a query have no prototype; compared as what they would be in JSON. */
const parsed = (text: string): unknown => JSON.parse(JSON.stringify(parseQueryString(text)))
const filterOf = (text: string): unknown => (parsed(text) as { filter: unknown }).filter

function refusal(text: string): AppError {
  try {
    parseQueryString(text)
  } catch (error) {
    if (error instanceof AppError) return error
  }
  throw new Error(`${text} was not refused`)
}

describe('plain parameters', () => {
  test.each([
    ['nothing', '', {}],
    [
      'names with their texts',
      'page=1&per_page=30&sort_field=name',
      { page: '1', per_page: '30', sort_field: 'name' },
    ],
    ['the last of several', 'page=1&page=2', { page: '2' }],
    ['a list', 'ids[]=1&ids[]=2&ids%5B%5D=3', { ids: ['1', '2', '3'] }],
    ['a list with its places', 'tb[0]=finds&tb[1]=contexts', { tb: ['finds', 'contexts'] }],
    ['a name without a value', 'flag&x=', { flag: '', x: '' }],
    ['plus signs as spaces and percent sequences, decoded once', 'q=a+b%2Bc%2520d', { q: 'a b+c%20d' }],
    ['text beyond ASCII', 'q=%C3%88ra&r=è', { q: 'Èra', r: 'è' }],
    ['equals signs inside a value', 'q=a=b', { q: 'a=b' }],
    ['empty pieces', '&&a=1&', { a: '1' }],
    ['other names with brackets as they stand', 'x[a]=1', { 'x[a]': '1' }],
  ])('give %s', (_case, text, expected) => {
    expect(parsed(text)).toEqual(expected)
  })

  test('objects have no prototype, and names of its parts are no parameters', () => {
    const query = parseQueryString('__proto__=1&constructor=2&__proto__[]=3&toString=4&filter[a][toString]=5')
    expect(Object.getPrototypeOf(query)).toBeNull()
    expect(Object.keys(query)).toEqual(['toString', 'filter'])
    expect(({} as Record<string, unknown>)['1']).toBeUndefined()
    const filter = query['filter'] as Record<string, object>
    expect(Object.getPrototypeOf(filter)).toBeNull()
    expect(Object.getPrototypeOf(filter['a'])).toBeNull()
  })

  test.each(['q=%', 'q=%zz', '%E0%A4=1', 'q=%C3', 'filter[a][_eq]=%FF'])('%s is a bad request', (text) => {
    expect(refusal(text).code).toBe('bad_request')
  })
})

describe('filters in brackets', () => {
  test.each([
    [
      'six names deep',
      'filter[_or][0][finds][period][name][_eq]=x',
      { _or: [{ finds: { period: { name: { _eq: 'x' } } } }] },
    ],
    [
      'a list with places beyond twenty',
      Array.from({ length: 30 }, (_, k) => `filter[f][_in][${k}]=${k}`).join('&'),
      { f: { _in: Array.from({ length: 30 }, (_, k) => String(k)) } },
    ],
    [
      'one element at each [] in the middle',
      'filter[_and][][y][_gt]=1&filter[_and][][y][_lt]=9',
      { _and: [{ y: { _gt: '1' } }, { y: { _lt: '9' } }] },
    ],
    ['the last of a scalar given twice', 'filter[f][_eq]=a&filter[f][_eq]=b', { f: { _eq: 'b' } }],
    [
      'a scalar given twice where a list is taken',
      'filter[f][_in]=a,b&filter[f][_in]=c',
      { f: { _in: 'a,b,c' } },
    ],
    [
      'commas inside the elements of a list',
      'filter[f][_in][]=a,b&filter[f][_in][]=c',
      { f: { _in: ['a,b', 'c'] } },
    ],
    [
      'lists by their places, gaps closed',
      'filter[_or][7][b][_eq]=2&filter[_or][2][a][_eq]=1',
      { _or: [{ a: { _eq: '1' } }, { b: { _eq: '2' } }] },
    ],
    [
      'two conditions in one element',
      'filter[_or][0][a][_eq]=1&filter[_or][0][b][_eq]=2',
      { _or: [{ a: { _eq: '1' }, b: { _eq: '2' } }] },
    ],
    [
      'a span',
      'filter[chrono_from][_chrono_overlap][]=-400&filter[chrono_from][_chrono_overlap][]=-300',
      { chrono_from: { _chrono_overlap: ['-400', '-300'] } },
    ],
    ['numbers that are names', 'filter[f][0]=x', { f: { 0: 'x' } }],
    ['brackets that came encoded', 'filter%5Bf%5D%5B_eq%5D=a%26b', { f: { _eq: 'a&b' } }],
    ['no value', 'filter[f][_empty]=&filter[g][_empty]', { f: { _empty: '' }, g: { _empty: '' } }],
  ])('give %s', (_case, text, expected) => {
    expect(filterOf(text)).toEqual(expected)
  })

  test('a filter that is a text stays one', () => {
    expect(filterOf('filter={"a":{"_eq":1}}')).toBe('{"a":{"_eq":1}}')
  })

  test.each([
    ['an unclosed bracket', 'filter[a=1', 'filter[a'],
    ['a bracket that opens nothing', 'filter]a[=1', 'filter]a['],
    ['text between brackets', 'filter[a]b[_eq]=1', 'filter[a]b[_eq]'],
    ['text after brackets', 'filter[a][_eq]b=1', 'filter[a][_eq]b'],
    ['brackets inside brackets', 'filter[[a]]=1', 'filter[[a]]'],
    ['nine names', `filter${'[a]'.repeat(9)}=1`, `filter${'[a]'.repeat(9)}`],
    ['a prototype', 'filter[__proto__][x]=1', 'filter[__proto__][x]'],
    ['a constructor', 'filter[a][constructor]=1', 'filter[a][constructor]'],
    ['a prototype, encoded', 'filter%5Bprototype%5D=1', 'filter[prototype]'],
    ['a name in a list', 'filter[_or][a][_eq]=1', 'filter._or'],
    ['places and names mixed', 'filter[f][x]=1&filter[f][]=2', 'filter.f'],
    ['a value that is also a group', 'filter[f]=1&filter[f][_eq]=2', 'filter.f'],
    ['a group that is also a value', 'filter[f][_eq]=2&filter[f]=1', 'filter.f'],
    ['a list that is also a text', 'filter[f][_in][]=a&filter[f][_in]=b', 'filter.f._in'],
    ['text and brackets', 'filter={}&filter[a][_eq]=1', 'filter'],
    ['more than 200 values', Array.from({ length: 201 }, () => 'filter[a][_in][]=1').join('&'), 'filter'],
  ])('%s is refused with its place', (_case, text, path) => {
    const { code, facts } = refusal(text)
    expect([code, facts.detail]).toEqual(['invalid_filter', { path, reason: expect.any(String) }])
  })
})

describe('brackets of a form', () => {
  const formOf = (text: string): unknown => JSON.parse(JSON.stringify(parseForm(text)))
  const refusalOfForm = (text: string): AppError => {
    try {
      parseForm(text)
    } catch (error) {
      if (error instanceof AppError) return error
    }
    throw new Error(`${text} was not refused`)
  }

  test.each([
    ['objects behind any name', 'core[a]=1&core[b]=x&tb=finds', { core: { a: '1', b: 'x' }, tb: 'finds' }],
    [
      'lists of objects',
      'plugins[samples][1][fields][lab]=b&plugins[samples][0][id]=3&plugins[samples][1][_isNew]=true',
      { plugins: { samples: [{ id: '3' }, { fields: { lab: 'b' }, _isNew: 'true' }] } },
    ],
    [
      'lists of texts',
      'ids[]=1&ids[]=2&core[a][]=x&core[a][]=y',
      { ids: ['1', '2'], core: { a: ['x', 'y'] } },
    ],
    ['filters as an address does', 'filter[f][0]=x&page=2', { filter: { f: { 0: 'x' } }, page: '2' }],
  ])('give %s', (_case, text, expected) => {
    expect(formOf(text)).toEqual(expected)
  })

  test('objects have no prototype', () => {
    const form = parseForm('core[toString]=1&__proto__[x]=1&constructor[y]=2') as Record<string, object>
    expect(Object.keys(form)).toEqual(['core'])
    expect(Object.getPrototypeOf(form['core'])).toBeNull()
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  test.each([
    ['an unclosed bracket', 'core[a=1', 'core[a'],
    ['nine names', `core${'[a]'.repeat(9)}=1`, `core${'[a]'.repeat(9)}`],
    ['a prototype', 'core[__proto__][x]=1', 'core[__proto__][x]'],
    ['places and names mixed', 'core[x]=1&core[]=2', 'core'],
    ['a text that is also a group', 'core=1&core[a]=2', 'core'],
    ['a value that is also a group', 'core[a]=1&core[a][b]=2', 'core.a'],
    [
      'more than 200 values',
      Array.from({ length: 201 }, (_, k) => `${k % 2 ? 'core' : 'more'}[f${k}]=1`).join('&'),
      'more',
    ],
  ])('%s is refused with its place', (_case, text, path) => {
    const { code, facts } = refusalOfForm(text)
    expect([code, facts.detail]).toEqual(['bad_request', { path, reason: expect.any(String) }])
  })
})
