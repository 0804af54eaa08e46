import { type Message, message } from '../../../message.js'

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
