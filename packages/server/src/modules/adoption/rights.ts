import { privileges } from '@trowel/contract/privileges.js'
import type { Table } from '../../catalogue/catalogue.js'
import { checkRowFilter } from '../../query/filter/parse-row-filter.js'
import type { Conversion } from './adopted-table.js'
import type { RecordTable } from './configuration.js'
import { levelOf } from './people.js'
import { translateCondition } from './row-conditions.js'
import { integerOf, textOf } from './source-rows.js'

/**
 * Levels of people on single tables. The old service kept them without looking at them, and meant them to
 * give more, never to take: outside its condition each leaves what the person may do everywhere.
 */
const rights: Conversion = {
  from: 'bdus_user_table_privs',
  to: 'sys_user_table_privs',
  otherColumns: ['subset'],
  begin({ configuration, people, report }, notes) {
    const known = new Set<string>()
    return (row, id) => {
      const user = integerOf(row['user_id'])
      const table = configuration.naming(row['table_name'])
      const condition = textOf(row['subset']).trim() || null
      const configured = configuration.tables.get(table)
      const level = user === undefined ? undefined : people.get(user)
      const key = `${user} ${table}`
      const leaveOut = (why: string): undefined => {
        report.rights.push({ user: user ?? 0, table, takes_effect: false, condition, translated: false })
        return notes.leaveOut(id, why)
      }
      if (user === undefined || level === undefined) return leaveOut('the user is gone')
      if (!configured) return leaveOut('there is no such table')
      if (configured.settings.isPlugin) return leaveOut('its rows follow the records that carry them')
      if (level <= privileges.admin) return leaveOut('administrators may do everything in every table')
      if (known.has(key)) return leaveOut('said twice')
      known.add(key)
      const filter = condition === null ? undefined : rowFilter(condition, configured)
      const isClosed = condition !== null && filter === undefined
      const given = Math.max(levelOf(row['privilege']), privileges.writer)
      const privilege = isClosed ? Math.max(given, level, privileges.reader) : given
      if (privilege !== integerOf(row['privilege']))
        notes.change(
          id,
          'privilege',
          row['privilege'] ?? null,
          privilege,
          isClosed ? notTranslated : 'the level that it comes to here',
        )
      report.rights.push({ user, table, takes_effect: true, condition, translated: filter !== undefined })
      return {
        user_id: user,
        table_name: table,
        privilege,
        filter: filter ?? null,
        outside: filter === undefined ? 'hide' : 'global',
      }
    }
  },
}

const notTranslated = 'its condition cannot be said as a row filter: nothing is to be written there'

/** The same condition as JSON of a row filter; `undefined` when it cannot be said as one. */
function rowFilter(condition: string, { settings, fields, parent }: RecordTable): string | undefined {
  const table: Table = { ...settings, fields, parent, plugins: [] }
  const columns = new Map([...fields].map(([name, { dbType }]) => [name, { type: dbType }]))
  const filter = translateCondition(condition, columns)
  return filter && checkRowFilter(filter, table).length === 0 ? JSON.stringify(filter) : undefined
}

export const rightsConversions: readonly Conversion[] = [rights]
