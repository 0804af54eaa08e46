import { isObject } from '@trowel/contract/json.js'
import { logLevels } from '@trowel/contract/logged-events.js'
import { parseJson } from '../../catalogue/json-text.js'
import type { Conversion } from './adopted-table.js'
import { integerOf, momentOf, textOf } from './source-rows.js'

/** Earlier states of records; the statements that were kept beside them are dropped. */
const versions: Conversion = {
  from: 'bdus_versions',
  to: 'sys_versions',
  otherColumns: ['editsql', 'editvalues'],
  begin({ configuration: { naming, tables }, now }, notes) {
    return (row, id) => {
      const table = naming(row['tb'])
      const record = integerOf(row['rowid'])
      if (!tables.has(table) || record === undefined) return notes.leaveOut(id, 'its table is gone')
      const content = parseJson(textOf(row['content']))
      // Such as one that ends where a column of MySQL does.
      if (!isObject(content)) return notes.leaveOut(id, 'its content cannot be read')
      const { core, plugins, ...more } = content
      const rows = Object.entries(isObject(plugins) ? plugins : {}).map(([name, list]) => [
        naming(name),
        list,
      ])
      return {
        userid: integerOf(row['userid']) ?? 0,
        time: momentOf(row['time']) ?? now,
        tb: table,
        rowid: record,
        content: JSON.stringify({
          core: isObject(core) ? core : {},
          plugins: Object.fromEntries(rows),
          ...more,
        }),
        operation: textOf(row['operation']) || 'update',
      }
    }
  },
}

/** The old service puts time and level before each line. */
const before = /^\[[^\]]*\]\s+\S+?\.[A-Z]+:\s+/
/** And behind it what it holds and where it came from, which is nothing mostly. */
const behind = ' []'

function lineOf(text: string): string {
  let line = text.replace(before, '').trim()
  while (line.endsWith(behind)) line = line.slice(0, -behind.length).trimEnd()
  return line
}

const log: Conversion = {
  from: 'bdus_log',
  to: 'sys_log',
  begin({ report, now }, notes) {
    let hasDebug = false
    return (row) => {
      const level = integerOf(row['level']) ?? logLevels.INFO
      if (level <= logLevels.DEBUG) {
        if (!hasDebug)
          report.notAdopted.push({ what: notes.table, why: 'lines for those who look for faults (DEBUG)' })
        hasDebug = true
        return undefined
      }
      return {
        channel: textOf(row['channel']),
        level,
        message: lineOf(textOf(row['message'])),
        time: momentOf(row['time']) ?? now,
      }
    }
  },
}

export const historyConversions: readonly Conversion[] = [versions, log]
