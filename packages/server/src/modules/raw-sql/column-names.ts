/** The names of columns, each once: a name that comes again gets `_2`, `_3` … */
export function distinctNames(names: readonly string[]): string[] {
  const given = new Set(names)
  const taken = new Set<string>()
  return names.map((name) => {
    let distinct = name
    for (let number = 2; taken.has(distinct); number++) {
      const next = `${name}_${number}`
      if (!given.has(next)) distinct = next
    }
    taken.add(distinct)
    return distinct
  })
}
