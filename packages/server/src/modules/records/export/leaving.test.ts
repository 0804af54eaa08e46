import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportFormatNames } from '@trowel/contract/model/export-formats.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, oneEngine, openDig } from '../../../testing/open-dig.js'

describe.each(engines)('a file on its way to a client (%s)', (engine) => {
  let dig: Dig
  let address: string
  const readings = { begun: 0, open: 0, size: 0 }
  const noise = 'amber, flint; bone and antler of layer '.repeat(10)
  const count = 20_000
  const wholeSize = count * noise.length

  async function* watched<Batch>(batches: AsyncIterable<Batch>, sizeOf: (batch: Batch) => number) {
    readings.begun += 1
    readings.open += 1
    try {
      for await (const batch of batches) {
        readings.size += sizeOf(batch)
        yield batch
      }
    } finally {
      readings.open -= 1
    }
  }

  beforeAll(async () => {
    dig = await openDig(engine)
    const { db } = dig.application
    const rows = Array.from({ length: count }, (_, k) => [`N${k}`, noise + k])
    await db.write((tx) => tx.insertMany('contexts', ['ctx_no', 'notes'], rows))
    const stream = db.stream.bind(db)
    const streamTexts = db.streamTexts.bind(db)
    db.stream = (query, columns) => watched(stream(query, columns), (rows) => JSON.stringify(rows).length)
    db.streamTexts = (query, columns, texts) =>
      watched(streamTexts(query, columns, texts), ({ length }) => length)
    await dig.service.server.listen({ host: '127.0.0.1', port: 0 })
    const { port } = dig.service.server.server.address() as AddressInfo
    address = `http://127.0.0.1:${port}/api/records/contexts/export`
  })
  afterAll(() => dig.close())

  async function begin(format: string, encoding: string): Promise<IncomingMessage> {
    const headers = { authorization: `Bearer ${await dig.token('reader')}`, 'accept-encoding': encoding }
    const request = get(`${address}?format=${format}`, { headers, agent: false })
    const [answer] = (await once(request, 'response')) as [IncomingMessage]
    return answer
  }

  // A package is made of one state of the database, which is read in another way before the first byte
  // leaves; it has tests of its own.
  const readHere = exportFormatNames
    .filter((format) => format !== 'gpkg')
    .slice(0, oneEngine.includes(engine) ? undefined : 1)
  test.each(readHere.flatMap((format) => [[format, 'identity'] as const, [format, 'gzip'] as const]))(
    '%s (%s): a client that goes away ends the reading',
    async (format, encoding) => {
      for (let k = 0; k < 2; k++) {
        readings.size = 0
        const answer = await begin(format, encoding)
        expect(answer.statusCode).toBe(200)
        await once(answer, 'readable')
        answer.destroy()
        while (readings.open > 0) await new Promise((resolve) => setTimeout(resolve, 2))
      }
      expect(readings.begun).toBeGreaterThan(0)
    },
  )

  test.each(readHere)('%s arrives in many pieces and whole', async (format) => {
    readings.size = 0
    const answer = await begin(format, 'identity')
    let [pieces, largest] = [0, 0]
    for await (const piece of answer as AsyncIterable<Buffer>) {
      pieces += 1
      largest = Math.max(largest, piece.length)
    }
    expect(pieces).toBeGreaterThan(10)
    expect(largest).toBeLessThan(2 ** 21)
    expect(answer.complete).toBe(true)
    expect([readings.size >= wholeSize, readings.open]).toEqual([true, 0])
  })

  test('a client that takes nothing makes nobody read on', async () => {
    readings.size = 0
    const answer = await begin('json', 'identity')
    await once(answer, 'readable')
    let before = -1
    while (before !== readings.size) {
      before = readings.size
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    expect(readings.size).toBeLessThan(wholeSize)
    answer.destroy()
    while (readings.open > 0) await new Promise((resolve) => setTimeout(resolve, 2))
  })
})
