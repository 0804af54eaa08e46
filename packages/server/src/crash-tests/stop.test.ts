import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { oneEngine } from '../testing/open-database.js'
import { type RunningService, startServiceHere } from './testing/service-process.js'
import { logIn, makeApplication } from './testing/session.js'
import { applicationName, makeStoredData, type StoredData } from './testing/stored-data.js'

const contexts = 20_000
/** So long that an export does not fit into what the system keeps of a connection that nobody reads. */
const notes = 'amber and flint, '.repeat(30)

interface Outcome {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

describe.each(oneEngine)('a service that is asked to stop while many use it (%s)', (engine) => {
  let data: StoredData
  beforeAll(async () => {
    data = await makeStoredData(engine)
    const first = await startServiceHere(data.settings)
    await makeApplication(first.url, engine)
    await first.stop()
    const storage = await data.openStorage()
    const db = await storage.open(applicationName)
    const rows = Array.from({ length: contexts }, (_, k) => [`C${k}`, notes])
    await db.write((tx) => tx.insertMany('contexts', ['ctx_no', 'notes'], rows))
    await storage.close()
  })
  afterAll(() => data.remove())

  /** A client with one connection, which it keeps. */
  const clientOf = (service: RunningService, token: string | undefined) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const begin = async (path: string): Promise<IncomingMessage> => {
      const sent = request(service.url + path, { agent, headers: { authorization: `Bearer ${token}` } })
      const [reply] = (await once(sent.end(), 'response')) as [IncomingMessage]
      return reply
    }
    const ask = async (path: string): Promise<Outcome> => {
      const reply = await begin(path)
      return { status: reply.statusCode ?? 0, headers: reply.headers, body: await textOf(reply) }
    }
    return { begin, ask }
  }

  test('finishes every answer, the long ones too, and refuses late requests with 503', async () => {
    const service = await startServiceHere(data.settings)
    const { token } = await logIn(service.url)
    const late = clientOf(service, token)
    expect((await late.ask('/healthz')).status).toBe(200)
    const reading = await clientOf(service, token).begin('/api/records/contexts/export?format=csv')

    let answers = 0
    let begun = (): void => undefined
    const isBusy = new Promise<void>((resolve) => {
      begun = resolve
    })
    const askUntilRefused = async (): Promise<Outcome> => {
      const client = clientOf(service, token)
      for (;;) {
        const outcome = await client.ask('/api/records/contexts?per_page=200')
        if (outcome.status !== 200) return outcome
        expect(JSON.parse(outcome.body).data).toHaveLength(200)
        if (++answers === 30) begun()
      }
    }
    const asking = Promise.all(Array.from({ length: 8 }, askUntilRefused))
    await Promise.race([isBusy, asking])
    const stopped = service.stop()
    for (const refused of [...(await asking), await late.ask('/api/tables')]) {
      expect(refused.status).toBe(503)
      expect(JSON.parse(refused.body)).toMatchObject({
        status: 'error',
        code: 'overloaded',
        detail: 'stopping',
      })
      expect(refused.headers).toMatchObject({ 'retry-after': '5', connection: 'close' })
    }
    expect((await textOf(reading)).trimEnd().split('\n')).toHaveLength(contexts + 1)
    await stopped
  })

  test('does not wait for ever for a client that reads no more', async () => {
    const service = await startServiceHere({ ...data.settings, TROWEL_LIMIT_STOP_MS: '100' })
    const { token } = await logIn(service.url)
    const reading = await clientOf(service, token).begin('/api/records/contexts/export?format=csv')
    await service.stop()
    await expect(textOf(reading)).rejects.toThrow('aborted')
  })
})

async function textOf(reply: IncomingMessage): Promise<string> {
  let text = ''
  for await (const piece of reply) text += String(piece)
  return text
}
