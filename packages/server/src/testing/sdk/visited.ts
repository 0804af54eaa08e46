import type { Client } from '@trowel/client'
import { guardTable } from '@trowel/contract/guard-table.js'

/** Which function of the client asked which route. */
export interface Visit {
  /** `records.list` */
  readonly name: string
  /** As the guard table writes it. */
  readonly route: string
}

/** Names of all functions that lead to the service. */
export function functionsOf(client: Client): string[] {
  const { session: _, ...groups } = client
  return Object.entries(groups).flatMap(([group, functions]: [string, object]) =>
    Object.keys(functions).map((name) => `${group}.${name}`),
  )
}

/** The client of a test, which notes which of its functions is at work; one at a time. */
export function watched<Watched extends Client>(client: Watched, begin: (name: string) => void): Watched {
  const groups = Object.entries(client).map(([group, functions]: [string, object]) => {
    if (group === 'session') return [group, functions]
    const noted = Object.entries(functions).map(([name, run]: [string, (...given: unknown[]) => unknown]) => [
      name,
      (...given: unknown[]) => {
        begin(`${group}.${name}`)
        return run(...given)
      },
    ])
    return [group, Object.fromEntries(noted)]
  })
  return Object.fromEntries(groups) as Watched
}

const routes = guardTable
  .map(({ method, path }) => ({
    route: `${method} ${path}`,
    form: new RegExp(`^${method} ${path.replace(/[.*]/g, '\\$&').replace(/:(\w+)/g, parameterForm)}$`),
    parameters: path.split(':').length,
  }))
  // A literal segment goes before a parameter.
  .sort((a, b) => a.parameters - b.parameters)

function parameterForm(_all: string, name: string): string {
  return /^(id|fileId|linkId|z|x)$/.test(name) ? '\\d+' : '[^/]+'
}

/** The route that a request meant. */
export function routeOf(method: string, path: string): string {
  const found = routes.find(({ form }) => form.test(`${method} ${path}`))
  if (!found) throw new Error(`${method} ${path} is no route.`)
  return found.route
}
