/** What keeps the names of columns from being used: a sentence, or nothing. */
export function headerProblem(columns: readonly string[]): string | undefined {
  const problems: string[] = []
  const nameless = columns.flatMap((name, index) => (name === '' ? [index + 1] : []))
  if (nameless.length > 0) problems.push(`column ${nameless.slice(0, 10).join(', ')} has no name`)
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const name of columns) {
    if (name !== '' && seen.has(name)) repeated.add(name)
    seen.add(name)
  }
  if (repeated.size > 0) {
    const names = [...repeated].slice(0, 10).map((name) => `"${name.slice(0, 80)}"`)
    problems.push(`the name ${names.join(', ')} stands more than once`)
  }
  if (problems.length === 0) return undefined
  return `${problems.join(' and ')} in the header; give every column a name of its own.`
}
