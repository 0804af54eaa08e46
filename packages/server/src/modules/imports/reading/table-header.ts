import { type Message, message } from '../../../message.js'
import type { FileWarning } from './table-file.js'

/** What keeps the names of columns from being used: a sentence, or nothing. */
export function headerProblem(names: readonly string[]): Message | undefined {
  const nameless = names.flatMap((name, index) => (name === '' ? [index + 1] : []))
  const repeated = new Set(names.filter((name, index) => name !== '' && names.indexOf(name) < index))
  const facts = {
    columns: nameless.slice(0, 10).join(', '),
    names: [...repeated]
      .slice(0, 10)
      .map((name) => `"${name.slice(0, 80)}"`)
      .join(', '),
  }
  if (nameless.length > 0 && repeated.size > 0) return message('columns_nameless_and_repeated', facts)
  if (nameless.length > 0) return message('columns_nameless', facts)
  return repeated.size > 0 ? message('columns_repeated', facts) : undefined
}

/**
 * Gives every column a name of its own: `Column 4` where it has none, `Date (2)` where another has it.
 * @param warn told of each of them
 */
export function mendHeader(
  names: readonly string[],
  line: number,
  warn: (warning: FileWarning) => void,
): string[] {
  const taken = new Set(names)
  const seen = new Set<string>()
  return names.map((name, index) => {
    if (name !== '' && !seen.has(name)) {
      seen.add(name)
      return name
    }
    const own = freeName(name === '' ? `Column ${index + 1}` : name, taken)
    taken.add(own)
    const facts = { column: index + 1, name: name.slice(0, 80), own: own.slice(0, 90) }
    const said = name === '' ? message('column_named', facts) : message('column_renamed', facts)
    warn({ line, code: 'header_mended', ...said })
    return own
  })
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted
  for (let number = 2; taken.has(name); number++) name = `${wanted} (${number})`
  return name
}

/** A line with one cell above one with several is the title of the table, not its header. */
export const isTitle = (line: readonly unknown[], next: readonly unknown[] | undefined): boolean =>
  next !== undefined && filledIn(line) === 1 && filledIn(next) > 1

const filledIn = (cells: readonly unknown[]): number =>
  cells.filter((cell) => String(cell ?? '').trim() !== '').length
