import { AppError } from '../errors.js'

const mostSegments = 8
const mostLeaves = 200

/** Under these, whole numbers between brackets are places in a list. */
const listKeys = new Set(['_and', '_or', '_in', '_nin', '_between', '_chrono_overlap'])
/** Under these, a value that is given again is one more element of the list. */
const gatheringKeys = new Set(['_in', '_nin', '_between', '_chrono_overlap'])
const forbidden = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * The query string of a request. Names and values are decoded once, `+` is a space.
 *
 * A parameter gives its text, the last one where it stands more than once; `name[]`, or `name[0]` and so on, gives the list of its
 * texts as they come; `filter[…]` gives the nested objects and lists that the brackets describe. Objects have no prototype.
 *
 * @param text without the question mark
 * @throws `bad_request` when a percent sequence is malformed; `invalid_filter` when the brackets of a filter are
 */
export function parseQueryString(text: string): Record<string, unknown> {
  const parameters = Object.create(null) as Record<string, unknown>
  let filter: FilterTree | undefined
  let start = 0
  while (start < text.length) {
    let end = text.indexOf('&', start)
    if (end === -1) end = text.length
    if (end > start) {
      const equals = text.indexOf('=', start)
      const nameEnd = equals === -1 || equals > end ? end : equals
      const name = decode(text.slice(start, nameEnd))
      const value = nameEnd === end ? '' : decode(text.slice(nameEnd + 1, end))
      if (name.startsWith('filter') && (name.charAt(6) === '[' || name.charAt(6) === ']')) {
        filter ??= new FilterTree()
        filter.add(name, value)
      } else {
        addPlain(parameters, name, value)
      }
    }
    start = end + 1
  }
  if (filter) {
    if (parameters['filter'] !== undefined) {
      throw malformed('filter', 'is given both as a text and with brackets; use one of the two')
    }
    parameters['filter'] = filter.toValue()
  }
  return parameters
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
      text: 'The query string holds a percent sign that begins no valid UTF-8 character; write % as %25.',
      cause: error,
    })
  }
}

const malformed = (path: string, reason: string): AppError =>
  new AppError('invalid_filter', {
    text: `The filter cannot be understood: ${path} ${reason}.`,
    detail: { path, reason },
  })

type Node = string | Branch

/** An object or a list in the making: which of both is known by its first key. */
class Branch {
  readonly entries = new Map<string | number, Node>()
  private next = 0
  private isList: boolean | undefined

  constructor(private readonly key: string) {}

  /** The key under which the next value of `segment` belongs. */
  place(segment: string, path: string): string | number {
    const inList = segment === '' || (listKeys.has(this.key) && /^\d{1,9}$/.test(segment))
    this.isList ??= inList
    if (this.isList !== inList || (!inList && listKeys.has(this.key))) {
      throw malformed(path, 'must be a list: write [] or [0], [1] … in all its places')
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

class FilterTree {
  private readonly root = new Branch('filter')
  private leaves = 0

  /** @param name such as `filter[_or][0][date][_gte]` */
  add(name: string, value: string): void {
    this.leaves++
    if (this.leaves > mostLeaves) throw malformed('filter', `holds more than ${mostLeaves} values`)
    const segments = segmentsOf(name)
    let branch = this.root
    let path = 'filter'
    for (const [depth, segment] of segments.entries()) {
      const key = branch.place(segment, path)
      path += typeof key === 'number' ? `[${key}]` : `.${key}`
      const existing = branch.entries.get(key)
      if (depth < segments.length - 1) {
        if (typeof existing === 'string') throw malformed(path, 'is given both as a value and as a group')
        const below = existing ?? new Branch(segment === '' ? '' : String(key))
        branch.entries.set(key, below)
        branch = below
      } else {
        if (existing instanceof Branch) throw malformed(path, 'is given both as a value and as a group')
        const gathers = existing !== undefined && gatheringKeys.has(segment)
        // Each of several texts is split at its commas, so one text with commas between them says the same.
        branch.entries.set(key, gathers ? `${existing},${value}` : value)
      }
    }
  }

  toValue(): unknown {
    return this.root.toValue()
  }
}

function segmentsOf(name: string): string[] {
  const brackets = name.slice('filter'.length)
  if (!/^(?:\[[^[\]]*\])+$/.test(brackets)) {
    throw malformed(name, 'has brackets that do not pair; write filter[field][_operator]')
  }
  const segments = brackets.slice(1, -1).split('][')
  if (segments.length > mostSegments) {
    throw malformed(name, `has more than ${mostSegments} names between brackets`)
  }
  for (const segment of segments) {
    if (forbidden.has(segment)) throw malformed(name, `uses "${segment}", which is never the name of a field`)
  }
  return segments
}
