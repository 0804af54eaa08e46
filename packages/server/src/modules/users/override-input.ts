import { grantableLevel } from '../../access/global-level.js'
import type { Override } from '../../access/levels.js'
import type { Principal } from '../../access/principal.js'
import type { Catalogue, Table } from '../../catalogue/catalogue.js'
import { isObject, parseJson } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import { checkRowFilter } from '../../query/filter/parse-row-filter.js'

/** An override as a form sends it; what is undefined was not sent. */
export interface OverrideInput {
  readonly table?: unknown
  readonly privilege?: unknown
  readonly filter?: unknown
  /** The filter as JSON text, which older clients show and edit. */
  readonly subset?: unknown
  readonly outside?: unknown
}

export interface CheckedOverride {
  readonly table: Table
  readonly override: Override
}

/**
 * @throws `parameter_missing`, `unknown_table`, `invalid_privilege`, `not_enough_privilege`, `invalid_filter`
 *   with every problem, `invalid_parameter`
 */
export function readOverride(input: OverrideInput, caller: Principal, catalogue: Catalogue): CheckedOverride {
  const table = readTable(required(input.table, 'table_name'), catalogue)
  const privilege = grantableLevel(caller, required(input.privilege, 'privilege'))
  const filter = readFilter(input, table)
  const outside = filter === undefined ? 'hide' : readOutside(input.outside)
  return {
    table,
    override: {
      table: table.name,
      privilege,
      filter: filter === undefined ? null : JSON.stringify(filter),
      outside,
    },
  }
}

function required(value: unknown, name: string): unknown {
  if (value !== undefined && value !== null && value !== '') return value
  throw new AppError('parameter_missing', { text: `"${name}" is missing.`, detail: name })
}

/** Plugin rows follow the record that carries them, so only main tables have overrides. */
function readTable(name: unknown, catalogue: Catalogue): Table {
  const table = typeof name === 'string' ? catalogue.tables.get(name) : undefined
  if (table && !table.isPlugin) return table
  throw new AppError('unknown_table', {
    status: 422,
    text: table
      ? `Rows of the plugin table "${table.label}" follow the records that carry them; set the level there.`
      : 'There is no such table.',
    detail: { table: name },
  })
}

function readFilter({ filter, subset }: OverrideInput, table: Table): unknown {
  const isGiven = filter !== undefined && filter !== null
  if (!isGiven && (subset === undefined || subset === null || subset === '')) return undefined
  const found = isGiven ? filter : typeof subset === 'string' ? parseJson(subset) : subset
  if (!isObject(found)) {
    throw new AppError('invalid_filter', {
      status: 422,
      text: 'The row filter must be a JSON object.',
      errors: [
        {
          field: isGiven ? 'filter' : 'subset',
          code: 'not_an_object',
          text: 'Expected a JSON object.',
        },
      ],
    })
  }
  const errors = checkRowFilter(found, table)
  if (errors.length === 0) return found
  throw new AppError('invalid_filter', {
    status: 422,
    text: `The row filter does not suit the table "${table.label}".`,
    errors,
  })
}

function readOutside(value: unknown): 'hide' | 'global' {
  if (value === undefined || value === null || value === '' || value === 'hide') return 'hide'
  if (value === 'global') return value
  throw new AppError('invalid_parameter', {
    text: '"outside" must be hide or global.',
    detail: { name: 'outside', reason: 'neither hide nor global' },
  })
}
