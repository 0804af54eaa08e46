import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Dig, engines, openDig } from '../../testing/open-dig.js'
import { hideRows } from '../../testing/scope-as.js'
import { sendFile } from '../../testing/send-file.js'

describe.each(engines)('what the history tells besides fields (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const newest = async (user = '') => (await dig.get(`/api/history?${user}`, 'writer')).json().data[0]
  const must = async (reply: ReturnType<Dig['get']>) => {
    const { statusCode, body } = await reply
    expect(statusCode, body).toBe(200)
    return JSON.parse(body)
  }

  test('relations, links, map features and files are changes of the record from which they hang', async () => {
    const told: unknown[] = []
    const note = async () => {
      const { tb, rowid, operation, entity, content } = await newest()
      told.push([tb, rowid, operation, entity, content])
    }
    await must(dig.post('/api/record/contexts/rs', { first: 2, relation: 5, second: 3 }, 'writer'))
    await note()
    const link = { tb_one: 'contexts', id_one: 1, tb_two: 'finds', id_two: 1 }
    await must(dig.post('/api/manual-link', link, 'writer'))
    await note()
    const place = { type: 'Point', coordinates: [11, 43] }
    await must(dig.post('/api/geoface/feature', { tb: 'contexts', id: 4, geometry: place }, 'writer'))
    await note()
    const { file } = await must(sendFile(dig, '/api/record/finds/2/file', 'a.txt', 'a', 'writer'))
    await note()
    await must(dig.patch(`/api/file/${file.id}`, { description: 'a wall' }, 'writer'))
    await note()
    const nothing = '{"core":{},"plugins":{}}'
    expect(told).toEqual([
      ['contexts', 2, 'update', 'relation', nothing],
      ['contexts', 1, 'update', 'manual_link', nothing],
      ['contexts', 4, 'update', 'geometry', nothing],
      ['finds', 2, 'update', 'file_link', nothing],
      ['finds', 2, 'update', 'file', nothing],
    ])
  })

  test('what goes with its record, and comes back with it, is told with the record', async () => {
    const total = async () => (await dig.get('/api/history?user=*', 'admin')).json().total
    const before = await total()
    await must(dig.delete('/api/record/contexts/2', undefined, 'writer'))
    expect([await total(), (await newest()).operation]).toEqual([before + 1, 'delete'])
    const [set] = (await dig.get('/api/change-sets', 'writer')).json().data
    await must(dig.post(`/api/change-set/${set.id}/undo`, {}, 'writer'))
    expect([await total(), await newest()]).toMatchObject([
      before + 2,
      { operation: 'restore', rowid: 2, label: 'C2' },
    ])
    // An undo is a change like others.
    const { versions } = (await dig.get('/api/record/contexts/2/versions', 'reader')).json()
    expect(versions).toMatchObject([{ operation: 'delete' }])
    await must(dig.post('/api/record/contexts/2', { core: { notes: 'other' } }, 'writer'))
    const [edit] = (await dig.get('/api/change-sets', 'writer')).json().data
    await must(dig.post(`/api/change-set/${edit.id}/undo`, {}, 'writer'))
    const [undo] = (await dig.get('/api/record/contexts/2/versions', 'reader')).json().versions
    const { version } = (await dig.get(`/api/version/${undo.id}`, 'reader')).json()
    expect([version.operation, version.content.core.notes]).toEqual(['update', 'other'])
  })

  test('nothing of it is told to who may not see both ends', async () => {
    const count = async () =>
      (await dig.get('/api/history', 'writer')).json().data.map((one: { entity: string }) => one.entity)
    expect(await count()).toContain('relation')
    await hideRows(dig, 'writer', 'contexts', { ctx_no: { _in: ['C1', 'C2'] } })
    expect(await count()).not.toContain('relation')
    expect(await count()).toContain('manual_link')
  })
})
