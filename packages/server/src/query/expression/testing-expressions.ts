import { type Arithmetic, type ExpertValue, isNumber, type Test } from '../../catalogue/expression/tree.js'
import { toDate, toFloat } from '../../storage/convert.js'
import { fold, upperCase } from '../../storage/fold.js'
import { order, type Row } from '../testing-evaluator.js'

type Truth = boolean | null

/** What an expression says of a row, told without any database: true, false, or null for unknown. */
export function evaluate(test: Test, row: Row): Truth {
  switch (test.kind) {
    case 'and':
      return conjunction(test.of.map((part) => evaluate(part, row)))
    case 'or':
      return negation(conjunction(test.of.map((part) => negation(evaluate(part, row)))))
    case 'not':
      return negation(evaluate(test.of, row))
    case 'compare':
      return compare(test.operator, test.left, test.right, row)
    case 'between':
      return conjunction([
        compare('>=', test.value, test.low, row),
        compare('<=', test.value, test.high, row),
      ])
    case 'in':
      return negation(conjunction(test.list.map((one) => negation(compare('=', test.value, one, row)))))
    case 'like': {
      const [text, pattern] = [textOf(test.text, row), textOf(test.pattern, row)]
      return text === null || pattern === null ? null : shape(pattern).test(text)
    }
    case 'isNull':
      return (isNumber(test.value) ? numberOf(test.value, row) : textOf(test.value, row)) === null
  }
}

const negation = (truth: Truth): Truth => (truth === null ? null : !truth)

function conjunction(parts: readonly Truth[]): Truth {
  if (parts.includes(false)) return false
  return parts.includes(null) ? null : true
}

function compare(operator: string, left: ExpertValue, right: ExpertValue, row: Row): Truth {
  const of = isNumber(left) || isNumber(right) ? numberOf : textOf
  const [x, y] = [of(left, row), of(right, row)]
  if (x === null || y === null) return null
  const found = order(x, y)
  switch (operator) {
    case '=':
      return found === 0
    case '<>':
      return found !== 0
    case '<':
      return found < 0
    case '<=':
      return found <= 0
    case '>':
      return found > 0
    default:
      return found >= 0
  }
}

function shape(pattern: string): RegExp {
  const inner = pattern
    .replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
    .replaceAll('%', '.*')
    .replaceAll('_', '.')
  return new RegExp(`^${inner}$`, 'isu')
}

function textOf(value: ExpertValue, row: Row): string | null {
  const text = (given: ExpertValue | undefined): string | null => (given ? textOf(given, row) : null)
  if (isNumber(value) || (value.kind === 'cast' && isNumber(value.of) && value.to === 'text')) {
    const number = numberOf(value.kind === 'cast' && value.to === 'text' ? value.of : value, row)
    return number === null ? null : String(number)
  }
  switch (value.kind) {
    case 'text':
      return value.value
    case 'column':
      return row[value.field.name] as string | null
    case 'joined': {
      const [left, right] = [text(value.left), text(value.right)]
      return left === null || right === null ? null : left + right
    }
    case 'cast': {
      const given = text(value.of)
      return value.to === 'date' && given !== null ? toDate(given) : given
    }
    case 'choice':
      return text(evaluate(value.test, row) ? value.met : value.otherwise)
    case 'call': {
      const first = text(value.given[0])
      if (value.name === 'min' || value.name === 'max') return extreme(value.name, value.given.map(text))
      if (value.name === 'join') {
        const texts = value.given
          .slice(1)
          .map(text)
          .filter((one) => one !== null && one !== '')
        return texts.length === 0 ? null : texts.join(first ?? '')
      }
      if (value.name === 'coalesce') return value.given.map(text).find((one) => one !== null) ?? null
      if (first === null) return null
      if (value.name === 'lower') return fold(first)
      if (value.name === 'upper') return upperCase(first)
      if (value.name === 'trim') return first.replace(/^ +| +$/g, '')
      const [, from, length] = value.given
      return part(first, from && numberOf(from, row), length && numberOf(length, row))
    }
    default:
      return null
  }
}

function part(
  text: string,
  from: number | null | undefined,
  length: number | null | undefined,
): string | null {
  if (from === null || from === undefined || length === null) return null
  const start = Math.trunc(from) - 1
  const end = length === undefined || length >= 1e9 ? Number.POSITIVE_INFINITY : start + Math.trunc(length)
  return [...text].slice(Math.max(start, 0), Math.max(end, 0)).join('')
}

function numberOf(value: ExpertValue, row: Row): number | null {
  const number = (given: ExpertValue): number | null => numberOf(given, row)
  if (!isNumber(value)) {
    const text = textOf(value, row)
    return text === null ? null : toFloat(text)
  }
  switch (value.kind) {
    case 'number':
      return value.value
    case 'column':
      return row[value.field.name] as number | null
    case 'arithmetic':
      return calculate(value.operator, number(value.left), number(value.right))
    case 'cast': {
      const given = number(value.of)
      return given === null || value.to === 'real' ? given : Math.trunc(given)
    }
    case 'choice':
      return number(evaluate(value.test, row) ? value.met : value.otherwise)
    case 'call': {
      if (value.name === 'min' || value.name === 'max') return extreme(value.name, value.given.map(number))
      if (value.name === 'year') {
        const day = toDate(textOf(value.given[0], row) ?? '')
        return day === null ? null : Number(day.slice(0, 4))
      }
      if (value.name === 'coalesce') return value.given.map(number).find((one) => one !== null) ?? null
      if (value.name === 'length') {
        const text = textOf(value.given[0], row)
        return text === null ? null : [...text].length
      }
      const given = number(value.given[0])
      if (given === null) return null
      if (value.name === 'abs') return Math.abs(given)
      const decimals = value.given[1]
      return round(given, decimals?.kind === 'number' ? 10 ** decimals.value : 1)
    }
    default:
      return null
  }
}

/** The smallest or largest of those that there are. */
function extreme<T extends string | number>(name: 'min' | 'max', given: readonly (T | null)[]): T | null {
  const sorted = given.filter((one) => one !== null).sort(order)
  return (name === 'min' ? sorted[0] : sorted.at(-1)) ?? null
}

function round(x: number, scale: number): number {
  if (Math.abs(x) > 1e150) return x
  return x < 0 ? -Math.floor(-x * scale + 0.5) / scale : Math.floor(x * scale + 0.5) / scale
}

function calculate(operator: Arithmetic, x: number | null, y: number | null): number | null {
  if (x === null || y === null) return null
  const isSum = operator === '+' || operator === '-'
  const fits = (size: number): boolean => size <= 1e150 && (isSum || size === 0 || size >= 1e-150)
  if (!fits(Math.abs(x)) || !fits(Math.abs(y))) return null
  if (!isSum && operator !== '*' && y === 0) return null
  switch (operator) {
    case '+':
      return x + y
    case '-':
      return x - y
    case '*':
      return x * y
    case '/':
      return x / y
    case '%':
      return x - y * Math.trunc(x / y)
  }
}
