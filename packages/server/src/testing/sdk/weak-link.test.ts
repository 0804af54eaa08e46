import { type Client, entriesOf } from '@trowel/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginWalk, type Walk } from './walk.js'
import { openWeakLink, type WeakLink } from './weak-link.js'

describe('the client over a weak link to the service', () => {
  let walk: Walk
  let link: WeakLink
  let client: Client
  beforeAll(async () => {
    walk = await beginWalk()
    link = await openWeakLink(walk.open().files.url({ url: '/' }))
    client = walk.open({ baseUrl: link.address, token: walk.client.session.token ?? '' })
  })
  afterAll(async () => {
    await link.close()
    await walk.close()
  })

  test('reads in spite of connections that break and of a proxy that is busy', async () => {
    link.spoil('refused', 'busy')
    expect((await client.records.list('finds')).total).toBe(8)
    link.spoil('cut', 'lost')
    expect((await client.records.search('finds', { per_page: 8 })).data).toHaveLength(8)
    link.spoil('lost')
    const file = await client.records.export('finds', { format: 'csv' }).fetch()
    expect((await file.text()).split('\n')).toHaveLength(10)
    expect(link.asked).toHaveLength(2)
  })

  test('makes a record once, though it does not know whether the first time was enough', async () => {
    link.spoil('lost')
    const { id } = await client.records.create('finds', { core: { inv_no: 'F-lost' } })
    expect(link.asked).toEqual(['POST /api/record/finds', 'POST /api/record/finds'])
    const { data } = await client.records.list('finds', { filter: { inv_no: { _eq: 'F-lost' } } })
    expect(data).toMatchObject([{ id }])
    await client.records.remove('finds', id)
  })

  test('writes nothing else twice', async () => {
    link.spoil('lost')
    const changed = client.records.update('finds', 1, { core: { material: 'bone' } })
    await expect(changed).rejects.toMatchObject({ name: 'NetworkError' })
    expect(link.asked).toEqual(['PATCH /api/record/finds/1'])
  })

  test('goes through all records of a listing, of one state, and begins again only before the first', async () => {
    link.spoil('busy')
    const names: unknown[] = []
    const wanted = { filter: { weight_g: { _gt: 3 } }, sort: ['-weight_g'], columns: ['inv_no'] }
    for await (const { inv_no } of client.records.each('finds', wanted)) names.push(inv_no)
    expect(names).toEqual(['F6', 'F7', 'F3', 'F5', 'F1'])
    link.spoil('cut')
    const reading = async () => {
      for await (const _ of client.records.each('finds'));
    }
    await expect(reading()).rejects.toMatchObject({ name: 'NetworkError' })
    expect(link.asked).toHaveLength(1)
  })

  test('goes through the pages of a list', async () => {
    await client.records.update('finds', 1, { core: { material: 'chert' } })
    await client.records.update('finds', 1, { core: { material: 'flint' } })
    const ids: number[] = []
    const sets = entriesOf((page) => client.history.changeSets({ page, per_page: 1, record: 'finds:1' }))
    for await (const { id } of sets) ids.push(id)
    expect(ids.length).toBeGreaterThan(1)
    expect(ids).toEqual([...ids].sort((a, b) => b - a))
  })

  test('tells how much of an upload has left, to its last byte', async () => {
    link.spoil()
    const told: [number, number][] = []
    const bytes = new Uint8Array(300_000).fill(7)
    const { file } = await client.files.upload('finds', 1, new File([bytes], 'Plan Ö.bin'), {
      onProgress: (...one) => told.push(one),
    })
    const last = told.at(-1)
    expect(told.length).toBeGreaterThan(1)
    expect(last?.[0]).toBe(last?.[1])
    expect(told.map(([sent]) => sent)).toEqual(told.map(([sent]) => sent).sort((a, b) => a - b))
    expect(file.filename).toBe('Plan Ö')
    const stored = await (await client.files.content(file.id).fetch()).blob()
    expect(new Uint8Array(await stored.arrayBuffer())).toEqual(bytes)
  })
})
