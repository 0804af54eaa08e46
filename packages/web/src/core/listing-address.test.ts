import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { isNarrowed, listingIn, listingOf } from './listing-address.js'

describe('the address of a listing', () => {
  test('brings back what it was made of', () => {
    const search = { q: 'tegula', sort: 'code', dir: 'desc' } as const
    expect(listingIn(search)).toMatchObject(search)
    expect(listingOf(listingIn(search))).toEqual({
      search_type: 'fast',
      search: 'tegula',
      sort_field: 'code',
      sort_dir: 'desc',
    })
  })

  test('takes a number for a text, as addresses cannot tell them apart', () =>
    expect(listingIn({ q: 12 }).q).toBe('12'))

  test('asks for one thing: a filter before an expert search before words', () => {
    const filter = { type: { _eq: 'layer' } }
    expect(listingOf({ q: 'a', expert: 'b', filter })).toEqual({ filter })
    expect(listingOf({ q: 'a', expert: 'b' })).toEqual({ search_type: 'sqlExpert', querytext: 'b' })
  })

  test('may hold anything: what cannot be read is left out', () =>
    fc.assert(
      fc.property(
        fc.dictionary(fc.constantFrom('q', 'filter', 'expert', 'sort', 'dir'), fc.anything()),
        (search) => {
          const read = listingIn(search)
          expect(listingIn({ ...read })).toEqual(read)
          expect([undefined, 'string']).toContain(typeof read.q === 'undefined' ? undefined : typeof read.q)
          expect([undefined, 'desc']).toContain(read.dir)
        },
      ),
    ))

  test('that asks for everything narrows nothing', () => {
    expect(isNarrowed(listingIn({ sort: 'code' }))).toBe(false)
    expect(isNarrowed(listingIn({ q: 'a' }))).toBe(true)
  })
})
