import { isObject } from '@trowel/contract/json.js'
import type { TablePrivilegeBody } from '@trowel/contract/users.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import { grantableLevel } from '../../access/global-level.js'
import type { Override } from '../../access/levels.js'
import type { Principal } from '../../access/principal.js'
import type { Catalogue, Table } from '../../catalogue/catalogue.js'
import { parseJson } from '../../catalogue/json-text.js'
import { AppError } from '../../errors.js'
import { message } from '../../message.js'
import { checkRowFilter } from '../../query/filter/parse-row-filter.js'

/** An override as a form sends it. */
export type OverrideInput = Decoded<typeof TablePrivilegeBody>

export interface CheckedOverride {
  readonly table: Table
  readonly override: Override
}

/**
 * @throws `unknown_table`, `invalid_privilege`, `not_enough_privilege`, `invalid_filter` with every problem
 */
export function readOverride(input: OverrideInput, caller: Principal, catalogue: Catalogue): CheckedOverride {
  const table = readTable(input.table_name, catalogue)
  const privilege = grantableLevel(caller, input.privilege)
  const filter = readFilter(input, table)
  const outside = filter === undefined ? 'hide' : (input.outside ?? 'hide')
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

/** Plugin rows follow the record that carries them, so only main tables have overrides. */
function readTable(name: string, catalogue: Catalogue): Table {
  const table = catalogue.tables.get(name)
  if (table && !table.isPlugin) return table
  throw new AppError('unknown_table', {
    status: 422,
    ...(table && message('plugin_follows_records', { table: table.label })),
    detail: { table: name },
  })
}

function readFilter({ filter, subset }: OverrideInput, table: Table): unknown {
  const given = filter ?? subset
  if (given === undefined) return undefined
  const found = typeof given === 'string' ? parseJson(given) : given
  if (!isObject(found)) {
    throw new AppError('invalid_filter', {
      status: 422,
      ...message('row_filter_no_object', {}),
      errors: [
        {
          field: 'subset',
          code: 'not_an_object',
          ...message('object_expected', {}),
        },
      ],
    })
  }
  const errors = checkRowFilter(found, table)
  if (errors.length === 0) return found
  throw new AppError('invalid_filter', {
    status: 422,
    ...message('row_filter_unsuited', { table: table.label }),
    errors,
  })
}
