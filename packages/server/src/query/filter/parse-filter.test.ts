import { describe, expect, test } from 'vitest'
import type { Table } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import type { Condition } from '../condition.js'
import { allButSecrets, contexts, dig, samples, sites } from '../testing-catalogue.js'
import { parseQueryString } from './parse-brackets.js'
import { parseFilter } from './parse-filter.js'

const parse = (input: unknown, table: Table = contexts): Condition | undefined =>
  parseFilter(input, { table, catalogue: dig, visibilityOf: allButSecrets })

/** A condition in short: `code _eq "a"`, `samples(lab _eq "x")`. */
function short(condition: Condition | undefined): string {
  if (!condition) return 'everything'
  switch (condition.kind) {
    case 'and':
    case 'or':
      return `(${condition.of.map(short).join(` ${condition.kind} `)})`
    case 'compare':
      return `${condition.field.name} ${condition.operator} ${JSON.stringify(condition.value)}`
    case 'related': {
      const { column, targetColumn } = condition.joint
      return `${condition.table.name}[${targetColumn}=${column}](${short(condition.where)})`
    }
    default:
      return condition.kind
  }
}

function refusal(input: unknown, table: Table = contexts): AppError {
  try {
    parse(input, table)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error('not refused')
}

const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

test.each([
  ['nothing', undefined],
  ['null', null],
  ['an empty text', ''],
  ['an empty object', {}],
  ['an empty list', []],
  ['the text of an empty object', '{}'],
  ['an empty group', { _or: [] }],
  ['groups that are all empty', { _and: [{ _or: [{}, {}] }, {}] }],
  ['a field without operators', { code: {} }],
  ['a related table without conditions', { samples: {}, site: { _or: [] } }],
])('%s asks for nothing', (_case, input) => {
  expect(parse(input)).toBeUndefined()
})

test('one of several parts of an _or that asks for nothing is met by every row', () => {
  expect(short(parse({ samples: { _or: [{ lab: { _eq: 'a' } }, {}] } }))).toBe(
    'samples[id_link=id]((lab _eq "a" or ()))',
  )
})

describe('keys', () => {
  test.each([
    ['a field', { code: { _eq: 'a' } }, 'code _eq "a"'],
    ['several operators', { depth: { _gte: 1, _lt: '2.5' } }, '(depth _gte 1 and depth _lt 2.5)'],
    [
      'groups beside fields, at every level',
      {
        code: { _eq: 'a' },
        _or: [{ depth: { _gt: 1 } }, { _and: [{ id: { _eq: 1 } }, { creator: { _eq: 2 } }] }],
      },
      '(code _eq "a" and (depth _gt 1 or (id _eq 1 and creator _eq 2)))',
    ],
    ['a lookup field as a number', { site: { _eq: 3 } }, 'site _eq 3'],
    ['a lookup', { site: { name: { _eq: 'a' } } }, 'sites[id=site](name _eq "a")'],
    [
      'a lookup with a group inside',
      { site: { _or: [{ name: { _eq: 'a' } }, { id: { _eq: 1 } }] } },
      'sites[id=site]((name _eq "a" or id _eq 1))',
    ],
    [
      'a lookup of the same table, twice',
      { above: { above: { code: { _eq: 'a' } } } },
      'contexts[id=above](contexts[id=above](code _eq "a"))',
    ],
    [
      'a plugin table',
      { samples: { lab: { _eq: 'x' }, id_link: { _eq: 1 } } },
      'samples[id_link=id]((lab _eq "x" and id_link _eq 1))',
    ],
    [
      'a lookup inside a plugin table',
      { samples: { sent_to: { name: { _eq: 'a' } } } },
      'samples[id_link=id](sites[id=sent_to](name _eq "a"))',
    ],
    [
      'the own parent inside a plugin table',
      { samples: { contexts: { code: { _eq: 'a' } } } },
      'samples[id_link=id](contexts[id=id_link](code _eq "a"))',
    ],
    [
      'dates',
      { chrono_from: { _chrono_overlap: [-400, '-300'] } },
      'chrono_from _chrono_overlap [-400,-300]',
    ],
  ])('%s', (_case, input, expected) => {
    expect(short(parse(input))).toBe(expected)
  })

  test('a backlinked table, and its parent', () => {
    expect(short(parse({ samples: { lab: { _eq: 'x' } } }, sites))).toBe('samples[sent_to=id](lab _eq "x")')
    expect(short(parse({ samples: { contexts: { code: { _eq: 'a' } } } }, sites))).toBe(
      'samples[sent_to=id](contexts[id=id_link](code _eq "a"))',
    )
    expect(short(parse({ contexts: { code: { _eq: 'a' } } }, samples))).toBe(
      'contexts[id=id_link](code _eq "a")',
    )
  })

  test('a field, a lookup and a plugin table of one name: the shape of the value decides', () => {
    const field = contexts.fields.get('site')
    if (!field) throw new Error('no such field')
    const table: Table = {
      ...contexts,
      fields: new Map([...contexts.fields, ['samples', { ...field, name: 'samples' }]]),
    }
    expect(short(parse({ samples: { _eq: 3 } }, table))).toBe('samples _eq 3')
    expect(short(parse({ samples: { name: { _eq: 'a' } } }, table))).toBe('sites[id=samples](name _eq "a")')
  })

  test('rows outside what the caller may see are left out where tables are crossed', () => {
    const restriction: Condition = { kind: 'or', of: [] }
    const condition = parseFilter(
      { samples: { lab: { _eq: 'x' } } },
      { table: contexts, catalogue: dig, visibilityOf: () => ({ readable: true, restriction }) },
    )
    expect(condition).toMatchObject({ kind: 'related', restriction })
  })
})

describe('values', () => {
  test.each([
    ['an integer', { finds_count: { _eq: 3 } }, 'finds_count _eq 3'],
    ['its text', { finds_count: { _eq: ' -3 ' } }, 'finds_count _eq -3'],
    ['truth in an integer field', { finds_count: { _eq: true } }, 'finds_count _eq 1'],
    ['a fraction', { depth: { _eq: '.5' } }, 'depth _eq 0.5'],
    ['a number in a text field', { code: { _eq: 12 } }, 'code _eq "12"'],
    ['truth in a text field', { code: { _eq: false } }, 'code _eq "0"'],
    ['a day', { found: { _gte: '2024-05-01' } }, 'found _gte "2024-05-01"'],
    [
      'a moment, brought to UTC',
      { found: { _lt: '2024-05-01T01:30+02:00' } },
      'found _lt "2024-04-30T23:30:00Z"',
    ],
    ['part of a number as text', { finds_count: { _starts_with: 4 } }, 'finds_count _starts_with "4"'],
    ['part of a date as text', { found: { _icontains: '2024-05' } }, 'found _icontains "2024-05"'],
    ['null as missing', { code: { _eq: null } }, 'code _null true'],
    ['not null as present', { code: { _neq: null } }, 'code _nnull true'],
    ['a list', { finds_count: { _in: ['1', 2, true] } }, 'finds_count _in [1,2,1]'],
    ['a list with commas between', { code: { _in: ' a, b ,,c' } }, 'code _in ["a","b","c"]'],
    ['commas inside elements', { code: { _nin: ['a,b', ' c'] } }, 'code _nin ["a,b"," c"]'],
    ['a list of one number', { finds_count: { _in: 5 } }, 'finds_count _in [5]'],
    ['a list of one truth value', { code: { _in: true } }, 'code _in ["1"]'],
    ['an empty list', { code: { _in: [] } }, 'code _in []'],
    ['an empty list as a text', { code: { _nin: '' } }, 'code _nin []'],
    ['a span as a text', { depth: { _between: '1.5, 2' } }, 'depth _between [1.5,2]'],
    ['2,000 characters', { code: { _eq: 'è'.repeat(2000) } }, `code _eq "${'è'.repeat(2000)}"`],
  ])('%s', (_case, input, expected) => {
    expect(short(parse(input))).toBe(expected)
  })

  test.each([
    [true, true, true],
    [1, true, true],
    ['1', true, true],
    ['true', true, true],
    ['yes', true, true],
    ['on', true, true],
    ['whatever', true, true],
    [false, false, false],
    [0, false, false],
    ['0', false, false],
    ['false', false, false],
    ['no', false, false],
    ['off', false, false],
    ['', false, true],
  ])('%j is %j for _null and %j for _empty', (given, forNull, forEmpty) => {
    expect(short(parse({ code: { _null: given } }))).toBe(`code _null ${forNull}`)
    expect(short(parse({ code: { _nnull: given } }))).toBe(`code _nnull ${forNull}`)
    expect(short(parse({ code: { _empty: given } }))).toBe(`code _empty ${forEmpty}`)
    expect(short(parse({ code: { _nempty: given } }))).toBe(`code _nempty ${forEmpty}`)
  })
})

describe('forms', () => {
  const filter = { code: { _eq: 'È' }, _or: [{ depth: { _gt: 1 } }, { depth: { _lt: 0 } }] }
  const expected = short(parse(filter))

  test.each([
    ['JSON text', JSON.stringify(filter)],
    ['base64', base64(filter)],
    ['base64url', Buffer.from(JSON.stringify(filter)).toString('base64url')],
    [
      'base64 whose plus signs became spaces',
      base64({ ...filter, id: { _nin: '>>>???' } }).replaceAll('+', ' '),
    ],
    [
      'brackets',
      parseQueryString('filter[code][_eq]=%C3%88&filter[_or][][depth][_gt]=1&filter[_or][][depth][_lt]=0')[
        'filter'
      ],
    ],
  ])('%s says the same as the object', (form, text) => {
    if (form.includes('spaces')) expect(() => parse(text)).toThrow(/whole number/)
    else expect(short(parse(text))).toBe(expected)
  })

  test.each([
    [
      'period[_in]=Iron Age,Roman',
      'filter[code][_in]=Iron Age,Roman&filter[depth][_gte]=40',
      '(code _in ["Iron Age","Roman"] and depth _gte 40)',
    ],
    [
      'or over a plugin table',
      'filter[_or][0][code][_eq]=bone&filter[_or][1][samples][lab][_icontains]=oxford',
      '(code _eq "bone" or samples[id_link=id](lab _icontains "oxford"))',
    ],
    [
      'overlap',
      'filter[chrono_from][_chrono_overlap][]=-400&filter[chrono_from][_chrono_overlap][]=-300',
      'chrono_from _chrono_overlap [-400,-300]',
    ],
  ])('the documented example %s', (_case, text, result) => {
    expect(short(parse(parseQueryString(text)['filter']))).toBe(result)
  })

  test('the documented example with lookups and groups', () => {
    const input = {
      site: { name: { _eq: 'Karst' } },
      _or: [
        { samples: { lab: { _eq: 'amber' } } },
        { _and: [{ depth: { _between: [40, 90] } }, { notes: { _nempty: true } }] },
      ],
    }
    expect(short(parse(input))).toBe(
      '(sites[id=site](name _eq "Karst") and (samples[id_link=id](lab _eq "amber") or (depth _between [40,90] and notes _nempty true)))',
    )
  })
})

describe('refusals', () => {
  test.each([
    ['a text that is nothing', 'hello there', 'filter'],
    ['what a naive client sends', '[object Object]', 'filter'],
    ['broken JSON', '{"code":', 'filter'],
    ['base64 of no object', base64([1]), 'filter'],
    ['base64 of bytes that are no text', Buffer.from([0xff, 0xfe, 0xfd]).toString('base64'), 'filter'],
    ['a list', [{ code: { _eq: 'a' } }], 'filter'],
    ['a number', 7, 'filter'],
    ['truth', true, 'filter'],
    ['an element that is no object', { _or: ['[object Object]'] }, 'filter._or[0]'],
    ['an element that is a list', { _and: [{}, []] }, 'filter._and[1]'],
    ['a group that is no list', { _or: { code: { _eq: 'a' } } }, 'filter._or'],
    ['a field with a bare value', { code: 'a' }, 'filter.code'],
    ['a field with null', { code: null }, 'filter.code'],
    ['a field with a list', { code: ['a'] }, 'filter.code'],
    ['operators and fields mixed', { site: { _eq: 1, name: { _eq: 'a' } } }, 'filter.site'],
    ['operators and groups mixed', { code: { _eq: 1, _or: [] } }, 'filter.code'],
    [
      'a date that is none',
      { _or: [{ code: { _eq: 'a' } }, { found: { _gte: '2024-02-30' } }] },
      'filter._or[1].found._gte',
    ],
    ['a number as a date', { found: { _eq: 2024 } }, 'filter.found._eq'],
    ['a word in an integer field', { finds_count: { _eq: 'many' } }, 'filter.finds_count._eq'],
    ['a fraction in an integer field', { finds_count: { _eq: 1.5 } }, 'filter.finds_count._eq'],
    [
      'an integer beyond what can be compared',
      { finds_count: { _eq: '99999999999999999999' } },
      'filter.finds_count._eq',
    ],
    ['a comma in a fraction', { depth: { _eq: '1,5' } }, 'filter.depth._eq'],
    ['an endless fraction', { depth: { _eq: '1e999' } }, 'filter.depth._eq'],
    ['truth in a fraction', { depth: { _eq: true } }, 'filter.depth._eq'],
    ['an object as a text', { code: { _eq: { a: 1 } } }, 'filter.code._eq'],
    ['a list as a text', { code: { _icontains: ['a'] } }, 'filter.code._icontains'],
    ['an object as a list', { code: { _in: { a: 1 } } }, 'filter.code._in'],
    ['null in a list', { code: { _in: ['a', null] } }, 'filter.code._in'],
    ['null for another operator', { code: { _gt: null } }, 'filter.code._gt'],
    ['null as a flag', { code: { _empty: null } }, 'filter.code._empty'],
    ['a list as a flag', { code: { _null: [] } }, 'filter.code._null'],
    ['a span of one', { depth: { _between: [1] } }, 'filter.depth._between'],
    ['a span of three', { depth: { _between: '1,2,3' } }, 'filter.depth._between'],
    [
      'an overlap on another field',
      { chrono_to: { _chrono_overlap: [1, 2] } },
      'filter.chrono_to._chrono_overlap',
    ],
    [
      'an overlap of fractions',
      { chrono_from: { _chrono_overlap: [1.5, 2] } },
      'filter.chrono_from._chrono_overlap',
    ],
    ['a NUL character', { code: { _icontains: 'a\0b' } }, 'filter.code._icontains'],
    ['a text of 2,001 characters', { code: { _eq: 'x'.repeat(2001) } }, 'filter.code._eq'],
    ['a list of 1,001', { code: { _in: Array(1001).fill('a') } }, 'filter'],
    ['a comma list of 1,001', { code: { _in: Array(1001).fill('a').join() } }, 'filter.code._in'],
    ['201 conditions', { _or: Array(201).fill({ code: { _eq: 'a' } }) }, 'filter'],
    [
      'lists of more than 10,000 together',
      { _or: Array(11).fill({ code: { _in: Array(1000).fill('a') } }) },
      'filter',
    ],
    ['13 levels', JSON.parse(`${'{"site":'.repeat(12)}{}${'}'.repeat(12)}`), 'filter'],
    ['100,000 levels of objects', JSON.parse(`${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`), 'filter'],
    ['100,000 levels of groups', JSON.parse(`${'{"_or":['.repeat(1e5)}${']}'.repeat(1e5)}`), 'filter'],
    [
      'JSON text beyond 64 KiB',
      JSON.stringify({ code: { _in: Array(900).fill('x'.repeat(100)) } }),
      'filter',
    ],
    ['a prototype', JSON.parse('{"__proto__":{"_eq":1}}'), 'filter.__proto__'],
  ])('%s', (_case, input, path) => {
    const { code, facts } = refusal(input)
    expect([code, facts.detail]).toEqual(['invalid_filter', { path, reason: expect.any(String) }])
  })

  test.each([
    ['an unknown name', { nothing: { _eq: 1 } }, contexts, 'contexts', 'nothing'],
    ['an unknown name with no operators', { nothing: {} }, contexts, 'contexts', 'nothing'],
    ['a field that leads nowhere', { code: { name: { _eq: 'a' } } }, contexts, 'contexts', 'code'],
    ['operators on a plugin table', { samples: { _eq: 1 } }, contexts, 'contexts', 'samples'],
    ['an unknown name behind a lookup', { site: { nothing: { _eq: 1 } } }, contexts, 'sites', 'nothing'],
    ['dates of a table without fuzzy dates', { chrono_from: { _eq: 1 } }, sites, 'sites', 'chrono_from'],
    ['a table that is not related', { sites: { name: { _eq: 'a' } } }, contexts, 'contexts', 'sites'],
    ['id_link of a main table', { id_link: { _eq: 1 } }, contexts, 'contexts', 'id_link'],
    ['a system table', { sys_users: { name: { _eq: 'a' } } }, contexts, 'contexts', 'sys_users'],
    ['the name of an object method', { constructor: { _eq: 1 } }, contexts, 'contexts', 'constructor'],
  ])('%s is an unknown field', (_case, input, table, inTable, field) => {
    const { code, facts } = refusal(input, table)
    expect([code, facts.detail]).toEqual(['unknown_field', { table: inTable, field }])
  })

  test.each([
    ['_like', { code: { _like: 'a' } }, 'filter.code._like'],
    ['_toString', { site: { name: { _toString: 'a' } } }, 'filter.site.name._toString'],
  ])('%s is an unknown operator', (operator, input, path) => {
    const { code, facts } = refusal(input)
    expect([code, facts.detail]).toEqual(['unknown_operator', { path, operator }])
  })

  test('a table that the caller may not read is not crossed to, not even without a condition', () => {
    for (const inside of [{ word: { _eq: 'x' } }, { _or: [] }]) {
      const { code, facts } = refusal({ secret: inside })
      expect([code, facts.detail]).toEqual(['not_enough_privilege', { path: 'filter.secret' }])
    }
  })
})
