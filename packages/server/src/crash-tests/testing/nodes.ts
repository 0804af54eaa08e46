import type { EngineName } from '../../storage/storage.js'
import { isLong } from '../../testing/long-tests.js'
import { engines } from '../../testing/open-database.js'
import { type RunningService, startService, startServiceHere } from './service-process.js'
import { logIn, makeApplication, type Session } from './session.js'
import { makeStoredData, type StoredData } from './stored-data.js'

const all: readonly (readonly [EngineName, number])[] = [
  ['sqlite', 1],
  ['pgsql', 1],
  ['pgsql', 2],
]

/**
 * The engines that the tests run on, each with the number of nodes that serve it. Two nodes meet in all that
 * one does, and in what each keeps for itself: the short form does without one.
 */
export const nodesOfEngines = all.filter(
  ([engine, nodes]) => engines.includes(engine) && (isLong || engine === 'sqlite' || nodes === 2),
)

/** Each node is a process of its own in the long form. */
const startNode = isLong ? startService : startServiceHere

export interface Nodes {
  readonly data: StoredData
  /** Two clients: at the same node, or each at his own. */
  readonly clients: readonly [Session, Session]
  /** Where each node listens. */
  readonly urls: readonly string[]
  close(): Promise<void>
}

/** Services on fresh data with the application of these tests. */
export async function openNodes(engine: EngineName, nodes: number): Promise<Nodes> {
  const data = await makeStoredData(engine)
  const services: RunningService[] = [await startNode(data.settings)]
  const one = await makeApplication(services[0]?.url ?? '', engine)
  let other = one
  if (nodes === 2) {
    const second = await startNode(data.settings)
    services.push(second)
    other = await logIn(second.url)
  }
  return {
    data,
    clients: [one, other],
    urls: services.map(({ url }) => url),
    close: async () => {
      await Promise.all(services.map((service) => service.stop()))
      await data.remove()
    },
  }
}
