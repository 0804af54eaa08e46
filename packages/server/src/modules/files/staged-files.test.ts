import type { RecordFile } from '@trowel/contract/files.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Dig, Role } from '../../testing/open-dig.js'
import { sendFile } from '../../testing/send-file.js'
import { sweepPendingBinaries } from './pending-binaries.js'
import {
  expectAgreement,
  filesOf,
  kept,
  openDigWithFiles,
  outcome,
  places,
  text,
} from './testing/files-of-a-dig.js'

describe.each(places)('files of a record that is still being written ($engine, $storage)', (place) => {
  let dig: Dig
  let close: () => Promise<void>
  beforeAll(async () => {
    ;({ dig, close } = await openDigWithFiles(place))
  })
  afterAll(() => close())

  const stage = (name: string, content: string | Uint8Array = text, as: Role = 'writer', table = 'finds') =>
    sendFile(dig, `/api/record/${table}/file`, name, content, as)
  const staged = async (name: string, as: Role = 'writer'): Promise<string> => {
    const reply = await stage(name, text, as)
    expect(reply.statusCode, reply.body).toBe(200)
    return reply.json().upload
  }
  const create = (core: object, uploads: unknown, as: Role = 'writer') =>
    dig.post('/api/record/finds', { core, uploads }, as)
  const total = async (): Promise<number> => (await dig.get('/api/records/finds', 'reader')).json().total

  test('hang from it when it is made, in their order and in one change set', async () => {
    const reply = await stage('IMG_0417.txt')
    expect(reply.json()).toEqual({
      status: 'success',
      code: 'ok_file_staged',
      upload: expect.any(String),
      file: {
        ext: 'txt',
        filename: 'IMG_0417',
        is_image: false,
        width: null,
        height: null,
        size: text.length,
      },
    })
    const made = await create({ inv_no: 'F20' }, [await staged('second.txt'), reply.json().upload])
    expect(made.statusCode, made.body).toBe(200)
    const files = await filesOf(dig, made.json().id, 'finds', 'writer')
    expect(
      files.map(({ filename, link_sort, creator }: RecordFile) => [filename, link_sort, creator]),
    ).toEqual([
      ['second', 0, dig.userId('writer')],
      ['IMG_0417', 1, dig.userId('writer')],
    ])
    expect((await dig.get(`/${files[1]?.url}`)).body).toBe(text)
    const set = Number(made.headers['x-change-set'])
    const { change_set } = (await dig.get(`/api/change-set/${set}`, 'admin')).json()
    expect(change_set).toMatchObject({
      origin: 'form',
      counts: { record: { created: 1 }, file: { created: 2 }, file_link: { created: 2 } },
    })
    await expectAgreement(dig)
  })

  test('wait while the record is refused, and are taken by the next try', async () => {
    const upload = await staged('waiting.txt')
    expect(outcome(await create({ inv_no: 'F20' }, [upload]))).toEqual([422, 'validation_failed'])
    const made = await create({ inv_no: 'F21' }, [upload])
    expect(await filesOf(dig, made.json().id, 'finds')).toHaveLength(1)
  })

  test('are taken once, by the person who sent them, while they are there', async () => {
    const before = await total()
    const used = await staged('used.txt')
    await create({ inv_no: 'F22' }, [used])
    const swept = await staged('swept.txt')
    const { binaries, config } = dig.services
    expect(config.limits.uploadMinutes).toBeGreaterThan(60)
    await sweepPendingBinaries(binaries, dig.application.db, Date.now() + 1)
    const fresh = await staged('fresh.txt')
    const own = await staged('own.txt', 'admin')
    const [payload = '', signature = ''] = fresh.split('.')
    const others = [used, swept, own, 'nothing', `${payload}.${signature.slice(1)}`]
    for (const other of others) {
      const reply = await create({ inv_no: 'F23' }, [fresh, other])
      expect([...outcome(reply), reply.json().detail]).toEqual([409, 'upload_gone', { uploads: [1] }])
    }
    expect(await total()).toBe(before + 1)
    expect((await create({ inv_no: 'F23' }, [fresh])).statusCode).toBe(200)
  })

  test('that no record takes go with the next sweep', async () => {
    const sweep = () => sweepPendingBinaries(dig.services.binaries, dig.application.db, Date.now() + 1)
    await sweep()
    const bytes = await kept(dig)
    await staged('left.txt')
    expect(await kept(dig)).toBe(bytes + 1)
    await sweep()
    expect(await kept(dig)).toBe(bytes)
    await expectAgreement(dig)
  })

  test('are refused as other uploads are, and where no record may be made', async () => {
    const damaged = new Uint8Array([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3])
    expect(outcome(await stage('a.jpg', damaged))).toEqual([415, 'unsupported_media_type'])
    expect(outcome(await stage('a.txt', ''))).toEqual([400, 'error_uploading_file'])
    expect(outcome(await dig.post('/api/record/finds/file', {}, 'writer'))).toEqual([
      415,
      'unsupported_media_type',
    ])
    expect(outcome(await stage('a.txt', text, 'reader'))).toEqual([403, 'not_enough_privilege'])
    expect(outcome(await sendFile(dig, '/api/record/finds/file', 'a.txt', text))).toEqual([
      401,
      'unauthenticated',
    ])
    expect(outcome(await stage('a.txt', text, 'writer', 'samples'))).toEqual([
      422,
      'plugin_table_not_allowed',
    ])
    expect(outcome(await stage('a.txt', text, 'writer', 'coins'))).toEqual([404, 'unknown_table'])
    for (const uploads of ['x', [1], Array(101).fill('x')])
      expect(outcome(await create({ inv_no: 'F24' }, uploads))).toEqual([400, 'invalid_parameter'])
    await expectAgreement(dig)
  })
})
