import type { Catalogue } from '../../catalogue/catalogue.js'
import { AppError } from '../../errors.js'
import { type Message, message } from '../../message.js'
import { isUnset, textsOf } from './input-values.js'

const maxHops = 8

/**
 * The path of tables over which dates reach a table.
 * @param stored the path as it is: sent back unchanged it is taken, whatever became of its tables
 * @throws `invalid_chrono_density_path` with the first rule that is broken
 */
export function readChronoPath(
  value: unknown,
  root: string,
  stored: readonly string[],
  catalogue: Catalogue,
): readonly string[] {
  if (value === undefined) return stored
  const path = isUnset(value) ? [] : textsOf(value)
  if (!path) throw refusal(message('path_as_list', {}))
  if (JSON.stringify(path) === JSON.stringify(stored)) return stored
  const problem = pathProblem(path, root, catalogue)
  if (problem) throw refusal(problem)
  return path
}

const refusal = (said: Message): AppError =>
  new AppError('invalid_chrono_density_path', { ...said, detail: said.text })

/** What is wrong with a path, as one sentence; an empty path is always right. */
function pathProblem(path: readonly string[], root: string, catalogue: Catalogue): Message | undefined {
  if (path.length > maxHops) return message('path_too_long', { most: maxHops })
  const unknown = path.find((name) => !catalogue.tables.has(name))
  if (unknown !== undefined) return message('no_such_table_named', { table: unknown })
  const visited = [root, ...path]
  const twice = visited.find((name, index) => visited.indexOf(name) !== index)
  if (twice !== undefined) return message('path_repeats_table', { table: twice })
  const broken = brokenHop(path, root, catalogue)
  if (broken) return message('path_without_relation', broken)
  const last = path.at(-1)
  if (last !== undefined && !catalogue.tables.get(last)?.hasFuzzyDate) {
    return message('path_without_dates', { table: last })
  }
  return undefined
}

/** The first hop of a path that no relation carries. */
function brokenHop(
  path: readonly string[],
  root: string,
  catalogue: Catalogue,
): { from: string; to: string } | undefined {
  let to = root
  for (const from of path) {
    if (!catalogue.relations.some((one) => one.fromTable === from && one.toTable === to)) return { from, to }
    to = from
  }
  return undefined
}

/** Does every hop of the path still follow a relation between tables that exist? */
export const isConnected = (path: readonly string[], root: string, catalogue: Catalogue): boolean =>
  brokenHop(path, root, catalogue) === undefined
