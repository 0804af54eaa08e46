import { listOperators } from '@trowel/contract/model/operators.js'
import { AppError } from '../../errors.js'
import { type Message, message } from '../../message.js'

const maxSegments = 8
const maxLeaves = 200

/** Under these, a value that is given again is one more element of the list. */
const gatheringKeys: ReadonlySet<string> = new Set(listOperators)
/** Under these, whole numbers between brackets are places in a list. */
const listKeys: ReadonlySet<string> = new Set(['_and', '_or', ...listOperators])
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

type Parameters = Record<string, unknown>

/**
 * The query string of a request. Names and values are decoded once, `+` is a space.
 *
 * A parameter gives its text, the last one where it stands more than once; `name[]`, or `name[0]` and so on,
 * gives the list of its texts as they come; `filter[…]` gives the nested objects and lists that the brackets
 * describe. Objects have no prototype.
 *
 * @param text without the question mark
 * @throws `bad_request` when a percent sequence is malformed; `invalid_filter` when the brackets of a filter
 *   are
 */
export const parseQueryString = (text: string): Parameters => parse(text, (name) => name === 'filter')

/**
 * A form-encoded body: as a query string, but brackets behind any name describe objects and lists. Whole
 * numbers between them are places in a list.
 *
 * @throws what `parseQueryString` throws; `bad_request` also when the text was not UTF-8, and when other
 *   brackets than those of a filter are malformed
 */
export function parseForm(text: string): Parameters {
  // What takes the place of bytes that are not UTF-8. Forms encode their own characters with percent signs.
  if (text.includes('\uFFFD')) throw new AppError('bad_request', message('body_not_utf8', {}))
  return parse(text, () => true)
}

function parse(text: string, isGroup: (name: string) => boolean): Parameters {
  const parameters: Parameters = Object.create(null)
  const groups = new Map<string, Group>()
  const values: Count = { leaves: 0 }
  let start = 0
  while (start < text.length) {
    let end = text.indexOf('&', start)
    if (end === -1) end = text.length
    if (end > start) {
      const equals = text.indexOf('=', start)
      const nameEnd = equals === -1 || equals > end ? end : equals
      const name = decode(text.slice(start, nameEnd))
      const value = nameEnd === end ? '' : decode(text.slice(nameEnd + 1, end))
      const key = keyOf(name)
      if (key !== undefined && isGroup(key)) {
        const group = groups.get(key) ?? new Group(key, key === 'filter' ? filterRules() : formRules(values))
        groups.set(key, group)
        group.add(name, value)
      } else {
        addPlain(parameters, name, value)
      }
    }
    start = end + 1
  }
  for (const [key, group] of groups) {
    if (parameters[key] !== undefined) throw group.rules.malformed(key, message('text_and_brackets', {}))
    if (!forbidden.has(key)) parameters[key] = group.toValue()
  }
  return parameters
}

/**
 * The name before the first bracket; `undefined` for a name without brackets, and for a plain list of a name
 * other than `filter`.
 */
function keyOf(name: string): string | undefined {
  const start = name.search(/[[\]]/)
  if (start <= 0) return undefined
  const key = name.slice(0, start)
  return key !== 'filter' && place.exec(name)?.index === start ? undefined : key
}

const place = /\[\d*\]$/

function addPlain(parameters: Record<string, unknown>, name: string, value: string): void {
  const start = place.exec(name)?.index
  const isList = start !== undefined && start > 0
  const key = isList ? name.slice(0, start) : name
  if (forbidden.has(key)) return
  if (!isList) {
    parameters[key] = value
    return
  }
  const list = parameters[key]
  if (Array.isArray(list)) list.push(value)
  else parameters[key] = [value]
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch (error) {
    throw new AppError('bad_request', {
      ...message('percent_not_utf8', {}),
      cause: error,
    })
  }
}

/** What brackets mean, and how those that cannot be understood are refused. */
interface Rules {
  readonly values: Count
  readonly example: string
  /** Is this whole number between brackets a place in the list `key`? */
  readonly isPlace: (key: string) => boolean
  /** Is `key` always a list? */
  readonly isList: (key: string) => boolean
  readonly malformed: (path: string, reason: Message) => AppError
}

interface Count {
  leaves: number
}

const filterRules = (): Rules => ({
  values: { leaves: 0 },
  example: 'filter[field][_operator]',
  isPlace: (key) => listKeys.has(key),
  isList: (key) => listKeys.has(key),
  malformed: (path, reason) =>
    new AppError('invalid_filter', {
      ...message('filter_wrong', { path, reason }),
      detail: { path, reason: reason.text },
    }),
})

/** @param values what all brackets of the form hold together */
const formRules = (values: Count): Rules => ({
  values,
  example: 'core[field] or plugins[table][0][fields][field]',
  isPlace: () => true,
  isList: () => false,
  malformed: (path, reason) =>
    new AppError('bad_request', {
      ...message('form_wrong', { path, reason }),
      detail: { path, reason: reason.text },
    }),
})

type Node = string | Branch

/** An object or a list in the making: which of both is known by its first key. */
class Branch {
  readonly entries = new Map<string | number, Node>()
  private next = 0
  private isList: boolean | undefined

  constructor(
    private readonly key: string,
    private readonly rules: Rules,
  ) {}

  /** The key under which the next value of `segment` belongs. */
  place(segment: string, path: string): string | number {
    const { isPlace, isList, malformed } = this.rules
    const inList = segment === '' || (/^\d{1,9}$/.test(segment) && isPlace(this.key))
    this.isList ??= inList
    if (this.isList !== inList || (!inList && isList(this.key))) {
      throw malformed(path, message('must_be_list_everywhere', {}))
    }
    if (!inList) return segment
    const index = segment === '' ? this.next : Number(segment)
    this.next = Math.max(this.next, index + 1)
    return index
  }

  toValue(): unknown {
    if (this.isList) {
      return [...this.entries].sort(([a], [b]) => Number(a) - Number(b)).map(([, node]) => plainValue(node))
    }
    const object = Object.create(null) as Record<string, unknown>
    for (const [key, node] of this.entries) object[key] = plainValue(node)
    return object
  }
}

const plainValue = (node: Node): unknown => (node instanceof Branch ? node.toValue() : node)

/** Everything that stands in brackets behind one name. */
class Group {
  private readonly root: Branch

  constructor(
    private readonly name: string,
    readonly rules: Rules,
  ) {
    this.root = new Branch(name, rules)
  }

  /** @param name such as `filter[_or][0][date][_gte]` */
  add(name: string, value: string): void {
    const { values, malformed } = this.rules
    values.leaves++
    if (values.leaves > maxLeaves)
      throw malformed(this.name, message('holds_too_many_values', { most: maxLeaves }))
    const segments = this.segmentsOf(name)
    let branch = this.root
    let path = this.name
    for (const [depth, segment] of segments.entries()) {
      const key = branch.place(segment, path)
      path += typeof key === 'number' ? `[${key}]` : `.${key}`
      const existing = branch.entries.get(key)
      if (depth < segments.length - 1) {
        if (typeof existing === 'string') throw malformed(path, message('value_and_group', {}))
        const below = existing ?? new Branch(segment === '' ? '' : String(key), this.rules)
        branch.entries.set(key, below)
        branch = below
      } else {
        if (existing instanceof Branch) throw malformed(path, message('value_and_group', {}))
        const gathers = existing !== undefined && gatheringKeys.has(segment)
        // Each of several texts is split at its commas, so one text with commas between them says the same.
        branch.entries.set(key, gathers ? `${existing},${value}` : value)
      }
    }
  }

  toValue(): unknown {
    return this.root.toValue()
  }

  private segmentsOf(name: string): string[] {
    const { malformed, example } = this.rules
    const brackets = name.slice(this.name.length)
    if (!/^(?:\[[^[\]]*\])+$/.test(brackets)) {
      throw malformed(name, message('brackets_do_not_pair', { example }))
    }
    const segments = brackets.slice(1, -1).split('][')
    if (segments.length > maxSegments) {
      throw malformed(name, message('too_many_brackets', { most: maxSegments }))
    }
    for (const segment of segments) {
      if (forbidden.has(segment)) throw malformed(name, message('uses_forbidden_name', { name: segment }))
    }
    return segments
  }
}
