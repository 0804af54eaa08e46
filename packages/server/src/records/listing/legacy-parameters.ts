import { AppError } from '../../errors.js'
import { type Message, message } from '../../message.js'
import { readSelection, type Selection } from '../rows/search-criteria.js'

/** How each `qt` of the address bar says what it looks for in the words of the listing. */
const kinds: Readonly<Record<string, (q: unknown) => object>> = {
  fast: (q) => ({ search_type: 'fast', search: q }),
  expert: (q) => ({ search_type: 'sqlExpert', querytext: q }),
  filter: (q) => ({ filter: isGiven(q) ? q : missing(message('q_without_filter', {})) }),
  advanced: (q) => ({ filter: advancedFilter(q) }),
}

interface LegacyParameters extends Selection {
  readonly qt?: string
  readonly q?: unknown
}

/**
 * The address bar of existing clients says `qt` and `q` where the listing says `search_type` and its text. A
 * filter wins over them.
 *
 * @throws `invalid_parameter` for an unknown `qt`, or a `q` that does not say what it should
 */
export function fromLegacyParameters<Query extends LegacyParameters>(
  query: Query,
): Omit<Query, 'qt' | 'q'> & Selection {
  const { qt, q, ...rest } = query
  if (qt === undefined || qt === '' || isGiven(rest.filter)) return rest
  const kind = typeof qt === 'string' && Object.hasOwn(kinds, qt) ? kinds[qt] : undefined
  if (kind) return { ...rest, ...readSelection(kind(q)) }
  throw new AppError('invalid_parameter', {
    ...message('qt_unknown', { kinds: Object.keys(kinds).join(', ') }),
    detail: { name: 'qt', reason: 'unknown value' },
  })
}

const isGiven = (filter: unknown): boolean => filter !== undefined && filter !== null && filter !== ''

function advancedFilter(q: unknown): unknown {
  try {
    const state: unknown = JSON.parse(String(q))
    if (typeof state === 'object' && state !== null && 'filter' in state) return state.filter
  } catch {
    // Told below, with what was expected.
  }
  return missing(message('q_without_json', {}))
}

/** What says nothing must not be taken for a wish to have everything. */
function missing(reason: Message): never {
  throw new AppError('invalid_parameter', { ...reason, detail: { name: 'q', reason: 'no filter in it' } })
}
