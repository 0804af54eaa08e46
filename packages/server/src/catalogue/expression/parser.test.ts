import { describe, expect, test } from 'vitest'
import { AppError } from '../../errors.js'
import { contexts } from '../../query/testing-catalogue.js'
import { parseExpression } from './parser.js'
import type { ExpertValue, Test } from './tree.js'

/** The tree with every pair of brackets written. */
function written(tree: Test | ExpertValue): string {
  switch (tree.kind) {
    case 'and':
    case 'or':
      return `(${tree.of.map(written).join(` ${tree.kind} `)})`
    case 'not':
      return `not ${written(tree.of)}`
    case 'compare':
      return `(${written(tree.left)} ${tree.operator} ${written(tree.right)})`
    case 'like':
      return `(${written(tree.text)} like ${written(tree.pattern)})`
    case 'in':
      return `(${written(tree.value)} in ${tree.list.map(written).join(' ')})`
    case 'between':
      return `(${[tree.value, tree.low, tree.high].map(written).join(' between ')})`
    case 'isNull':
      return `(${written(tree.value)} is null)`
    case 'text':
      return JSON.stringify(tree.value)
    case 'number':
      return String(tree.value)
    case 'null':
      return 'null'
    case 'column':
      return tree.field.name
    case 'arithmetic':
      return `(${written(tree.left)} ${tree.operator} ${written(tree.right)})`
    case 'joined':
      return `(${written(tree.left)} || ${written(tree.right)})`
    case 'cast':
      return `${tree.to}[${written(tree.of)}]`
    case 'call':
      return `${tree.name}[${tree.given.map(written).join(' ')}]`
    case 'choice':
      return `if[${[tree.test, tree.met, tree.otherwise].map(written).join(' ')}]`
    case 'rows':
      return `${tree.aggregate}[${tree.table}${tree.aggregate === 'count' ? '' : `.${tree.field.name}`}]`
  }
}

function refusal(text: string): AppError {
  try {
    parseExpression(text, contexts)
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
  throw new Error(`${text} was not refused`)
}

/** A value inside itself, far within the levels that parentheses may have. */
const nested = (value: string, around: (value: string) => string): string =>
  Array.from({ length: 20 }).reduce<string>(around, value)
const partsAtMost = 'at most 5000 parts, with those of the formulas that it uses'

describe('an expression', () => {
  test.each([
    ['id = 1 or id = 2 AND id = 3', '((id = 1) or ((id = 2) and (id = 3)))'],
    ['(id=1 OR id=2) and not id=3', '(((id = 1) or (id = 2)) and not (id = 3))'],
    ['not not id = 1', 'not not (id = 1)'],
    ['depth + 2 * 3 - 1 > -4', '(((depth + (2 * 3)) - 1) > -4)'],
    ['depth - 1 - 2 = 0', '(((depth - 1) - 2) = 0)'],
    ["code || depth + 1 = 'x' || 2", '((code || (depth + 1)) = ("x" || 2))'],
    ['-depth * 2 <> +3', '(((0 - depth) * 2) <> 3)'],
    ["code::integer + CAST('1' AS Numeric) >= 2", '((integer[code] + real["1"]) >= 2)'],
    ['-code::real < 1', '((0 - real[code]) < 1)'],
    ["code NOT LIKE 'a%' and notes ilike 'b'", '(not (code like "a%") and (notes like "b"))'],
    ["code not in ('a', 1, NULL)", 'not (code in "a" 1 null)'],
    [
      'depth between 1 and 2 and id not between 3 and 4',
      '((depth between 1 between 2) and not (id between 3 between 4))',
    ],
    ['depth is null or code IS NOT NULL', '((depth is null) or not (code is null))'],
    ['contexts.code = \'it\'\'s\' and contexts."notes" != "code"', '((code = "it\'s") and (notes <> code))'],
    [
      'round(depth, 2) = abs(depth) and length(trim(lower(upper(code)))) > 0',
      '((round[depth 2] = abs[depth]) and (length[trim[lower[upper[code]]]] > 0))',
    ],
    ["substr(code, 1, 2) = coalesce(notes, code, '')", '(substr[code 1 2] = coalesce[notes code ""])'],
    ['TRUE = false', '(1 = 0)'],
    [
      "if(depth > 1 and code is null, 'a', if(id = 2, notes)) = join(', ', code, depth)",
      '(if[((depth > 1) and (code is null)) "a" if[(id = 2) notes null]] = join[", " code depth])',
    ],
    [
      'min(depth, id, 3) < max(id, 2) or year(found) = 2024',
      '((min[depth id 3] < max[id 2]) or (year[found] = 2024))',
    ],
    ['((id)) = (1)', '(id = 1)'],
    ['creator = 1 and chrono_from > -400', '((creator = 1) and (chrono_from > -400))'],
    [' .5\n=\t1. ', '(0.5 = 1)'],
  ])('%s', (text, expected) => {
    expect(written(parseExpression(text, contexts))).toBe(expected)
  })

  test.each([
    ['id', 1, 'a comparison'],
    ['id = ', 6, 'a field, a value or "("'],
    ['id = 1 2', 8, 'AND, OR or the end'],
    ['id = 1 = 2', 8, 'AND, OR or the end'],
    ['(id = 1', 8, '")"'],
    ['id = 1)', 7, 'AND, OR or the end'],
    ['(id = 1) + 2 > 1', 2, 'a value'],
    ['id and code', 1, 'a comparison'],
    ['id is 3', 7, 'NULL'],
    ['id not 3', 8, 'LIKE, IN or BETWEEN'],
    ['id in 3', 7, '"("'],
    ['id in ()', 8, 'a field, a value or "("'],
    ['id between 1 or 2', 14, 'AND'],
    ['id = 1; DROP TABLE contexts', 7, 'a name, value or operator'],
    ['id = 1 -- all', 8, 'no comment'],
    ['id = /* */ 1', 6, 'no comment'],
    ["code = 'a", 8, "a closing '"],
    ['id = "', 6, 'a name, value or operator'],
    ['id = (select 1)', 7, 'a field, a value or "("'],
    ['id = 1 order by id', 8, 'AND, OR or the end'],
    ['id = 1 limit 1', 8, 'AND, OR or the end'],
    ['id = cast(1 as date', 20, '")"'],
    ['id = cast(1 as blob)', 16, 'a type: integer, real, numeric, text, date'],
    ['id::constructor = 1', 5, 'a type: integer, real, numeric, text, date'],
    ['lower() = 1', 7, 'a field, a value or "("'],
    ['lower(code, 1) = 1', 1, '1 value for lower'],
    ['coalesce(code) = 1', 1, '2 to 50 values for coalesce'],
    ['if(depth, 1) = 1', 4, 'a comparison'],
    ['if(depth > 1) = 1', 13, '","'],
    ['if(depth > 1, 2, 3, 4) = 1', 19, '")"'],
    ["join(code, ', ') = ''", 6, "a text to put between the others, such as ', '"],
    ['min(depth) = 1', 1, '2 to 50 values for min'],
    [
      'count(samples) = 1',
      1,
      'a field or one of the functions lower, upper, length, trim, substr, abs, round, coalesce, min, max, join, year, if',
    ],
    [`${'if(id=1,'.repeat(51)}1${')'.repeat(51)} = 1`, 404, 'at most 50 levels of nesting'],
    ['round(depth, id) = 1', 14, 'a number of decimals from 0 to 15'],
    ['round(depth, 16) = 1', 14, 'a number of decimals from 0 to 15'],
    [
      'constructor(1) = 1',
      1,
      'a field or one of the functions lower, upper, length, trim, substr, abs, round, coalesce, min, max, join, year, if',
    ],
    [
      'load_extension(code) = 1',
      1,
      'a field or one of the functions lower, upper, length, trim, substr, abs, round, coalesce, min, max, join, year, if',
    ],
    ['like = 1', 1, 'a field, a value or "("'],
    [`id = ${'9'.repeat(400)}`, 6, 'a smaller number'],
    ["code = 'a\0'", 10, 'no NUL character'],
    [`code = '${'x'.repeat(4000)}'`, 4001, 'the end: an expression has at most 4000 characters'],
    [`${'('.repeat(51)}id${')'.repeat(51)} = 1`, 52, 'at most 50 levels of nesting'],
    [`${'('.repeat(3999)}`, 52, 'at most 50 levels of nesting'],
    [`${'NOT '.repeat(900)}id = 1`, 205, 'at most 50 levels of nesting'],
    [`${'- '.repeat(900)}id = 1`, 103, 'at most 50 levels of nesting'],
    [`id${'+1'.repeat(51)} = 1`, 1, 'at most 50 levels of nesting'],
    [`id${'::text'.repeat(51)} = 1`, 1, 'at most 50 levels of nesting'],
    [`${nested('depth', (value) => `if(${value} between 1 and 2, 1)`)} = 1`, 1, partsAtMost],
    [`${nested('code', (value) => `if(${value} in (1, 'a'), 'b')`)} = 'b'`, 1, partsAtMost],
    [`${nested('code', (value) => `if('a' like ${value}, 'b')`)} = 'b'`, 1, partsAtMost],
  ])('%s is refused', (text, position, expected) => {
    const { code, facts } = refusal(text)
    expect([code, facts.detail]).toEqual(['expert_syntax_error', { position, expected }])
  })

  test.each([
    ['nothing = 1', 'contexts', 'nothing'],
    ['"lower" = 1', 'contexts', 'lower'],
    ['sites.name = 1', 'sites', 'name'],
    ['samples.lab = 1', 'samples', 'lab'],
    ['sys_users.password = 1', 'sys_users', 'password'],
    ['rowid = 1', 'contexts', 'rowid'],
    ['Code = 1', 'contexts', 'Code'],
    ['contexts."a""b" = 1', 'contexts', 'a"b'],
  ])('%s asks for an unknown field', (text, table, field) => {
    const { code, facts } = refusal(text)
    expect([code, facts.detail]).toEqual(['unknown_field', { table, field }])
  })
})
