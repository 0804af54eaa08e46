import { type Client, type ClientOptions, createClient } from '@trowel/client'
import { changeSetHeader } from '@trowel/contract/changes.js'
import type { Static, TSchema } from 'typebox'
import { Value } from 'typebox/value'
import { selectNewestSetId } from '../../storage/journal/change-set-store.js'
import { type Dig, openDig, password } from '../open-dig.js'
import { openStandIn, type StandIn } from '../reference-manager.js'
import { routeOf, type Visit, watched } from './visited.js'

export { password }

/** A dig that listens, and a client of it that keeps account of what it does. */
export interface Walk {
  readonly dig: Dig
  readonly client: Client
  /** The reference manager that the dig asks. */
  readonly manager: StandIn
  readonly visits: readonly Visit[]
  /** Waits for an answer and holds it against the schema of the contract. */
  answers<Schema extends TSchema>(schema: Schema, reply: Promise<unknown>): Promise<Static<Schema>>
  /** Another client of the same service, whose requests are not counted. */
  open(options?: ClientOptions): Client
  close(): Promise<void>
}

/**
 * Fetches, and expects of the answer that it names the last change set that was made meanwhile. Jobs make
 * theirs while they are asked for: answers that read, and those of work in the background, name none.
 */
async function fetchNamed({ application }: Dig, ...request: Parameters<typeof fetch>): Promise<Response> {
  const before = await selectNewestSetId(application.db.quick)
  const response = await fetch(...request)
  const after = await selectNewestSetId(application.db.quick)
  const { method = 'GET', body } = request[1] ?? {}
  const isOfOthers = method === 'GET' || String(body).includes('"background":true')
  const wanted = after === before || isOfOthers ? null : String(after)
  const named = response.headers.get(changeSetHeader)
  if (named !== wanted) throw new Error(`${request[0]} names change set ${named}, not ${wanted}.`)
  return response
}

/** The client is logged in as super-administrator. */
export async function beginWalk(): Promise<Walk> {
  const manager = await openStandIn()
  const dig = await openDig('sqlite', {
    TROWEL_ALLOW_NEW_APP: '1',
    TROWEL_REFMAN_URL: manager.address,
    TROWEL_WEBHOOK_HOSTS: '127.0.0.1',
  })
  const baseUrl = await dig.service.server.listen({ host: '127.0.0.1', port: 0 })
  const visits: Visit[] = []
  let name = 'nobody'
  const open = (options: ClientOptions = {}) => createClient({ baseUrl, ...options })
  const client = open({
    fetch: (address, init) => {
      const route = routeOf(init?.method ?? 'GET', new URL(String(address)).pathname)
      visits.push({ name, route })
      return fetchNamed(dig, address, init)
    },
  })
  await client.auth.login({ email: 'super_admin@dig.example', password, app: 'dig' })
  visits.length = 0
  return {
    dig,
    manager,
    client: watched(client, (next) => {
      name = next
    }),
    visits,
    open,
    async answers(schema, reply) {
      const value: unknown = await reply
      const [problem] = Value.Errors(schema, value)
      if (problem) throw new Error(`${name}: ${JSON.stringify(problem)} in ${JSON.stringify(value)}`)
      return value as Static<typeof schema>
    },
    async close() {
      await dig.close()
      await manager.close()
    },
  }
}
