import type { RecordFile } from '@trowel/contract/files.js'
import type { PictureMark } from '@trowel/contract/picture-marks.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../testing/open-dig.js'
import { sendFile } from '../../testing/send-file.js'
import { outcome } from './testing/files-of-a-dig.js'

const arrow: PictureMark = {
  kind: 'arrow',
  points: [
    [0.1, 0.2],
    [0.5, 0.5],
  ],
  colour: '#d6336c',
  size: 'medium',
}
const point: PictureMark = {
  kind: 'number',
  points: [[0.25, 0.75]],
  colour: '#1971c2',
  size: 'small',
  number: 3,
  text: 'Charcoal',
}

const picture = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#a07850' } })
    .png()
    .toBuffer()

describe.each(oneEngine)('marks and the scale of a picture (%s)', (engine) => {
  let dig: Dig
  beforeAll(async () => {
    dig = await openDig(engine)
  })
  afterAll(() => dig.close())

  const upload = async (width = 400, height = 300): Promise<RecordFile> =>
    (
      await sendFile(dig, '/api/record/contexts/1/file', 'plan.png', await picture(width, height), 'writer')
    ).json<{ file: RecordFile }>().file
  const replace = async (id: number, width: number, height: number) =>
    sendFile(dig, `/api/file/${id}/replace`, 'other.png', await picture(width, height), 'writer')
  const change = (id: number, body: object, as: 'writer' | 'reader' = 'writer') =>
    dig.patch(`/api/file/${id}`, body, as)
  const fileNow = async (id: number, more = '') =>
    (await dig.get(`/api/record/contexts/1${more}`, 'reader'))
      .json<{ files: RecordFile[] }>()
      .files.find((file) => file.id === id)
  const undo = (id: number | string | undefined) => dig.post(`/api/change-set/${id}/undo`, {}, 'writer')

  test('are kept with the file, and shown wherever it is', async () => {
    const { id, marks, pixels_per_cm } = await upload()
    expect({ marks, pixels_per_cm }).toEqual({ marks: [], pixels_per_cm: null })
    const sent = [
      { ...arrow, size: undefined, drawn: 'today' },
      { ...point, text: ' Charcoal ' },
    ]
    expect(outcome(await change(id, { marks: sent, pixels_per_cm: 12.5 }))).toEqual([200, 'ok_file_updated'])
    const expected = { marks: [arrow, point], pixels_per_cm: 12.5 }
    expect(await fileNow(id)).toMatchObject(expected)
    const { files } = (await dig.get(`/api/files?id=${id}`, 'reader')).json()
    expect(files).toMatchObject([expected])
    await change(id, { description: 'North profile' })
    expect(await fileNow(id)).toMatchObject({ ...expected, description: 'North profile' })
    await change(id, { marks: [] })
    expect(await fileNow(id)).toMatchObject({ marks: [], pixels_per_cm: 12.5 })
    await change(id, { pixels_per_cm: null })
    expect(await fileNow(id)).toMatchObject({ marks: [], pixels_per_cm: null })
  })

  test('a list of records gives the scale of first pictures, and no marks', async () => {
    const { id } = await upload()
    await dig.application.db.write((tx) => tx.run(sql`DELETE FROM "sys_files" WHERE "id" < ${id}`))
    await change(id, { marks: [arrow], pixels_per_cm: 4 })
    const { pictures } = (await dig.get('/api/records/contexts?pictures=1', 'reader')).json()
    const first = pictures['1']
    expect(first).toMatchObject({ id, pixels_per_cm: 4 })
    expect(first).not.toHaveProperty('marks')
  })

  test.each<[string, object, string]>([
    ['no list', { marks: 'all' }, 'marks'],
    ['an unknown kind', { marks: [{ ...arrow, kind: 'star' }] }, 'marks[0].kind'],
    [
      'a point outside of the picture',
      {
        marks: [
          arrow,
          {
            ...arrow,
            points: [
              [0, 0],
              [0, 1.1],
            ],
          },
        ],
      },
      'marks[1].points[1]',
    ],
    ['a point with three numbers', { marks: [{ ...point, points: [[0, 0, 0]] }] }, 'marks[0].points[0]'],
    ['an arrow with one point', { marks: [{ ...arrow, points: [[0, 0]] }] }, 'marks[0]'],
    [
      'too many points',
      { marks: [{ ...arrow, kind: 'free', points: Array(1001).fill([0, 0]) }] },
      'marks[0].points',
    ],
    ['a text without words', { marks: [{ ...point, kind: 'text', text: ' ' }] }, 'marks[0]'],
    ['a text that is too long', { marks: [{ ...point, text: 'x'.repeat(201) }] }, 'marks[0].text'],
    ['a numbered point without a number', { marks: [{ ...point, number: undefined }] }, 'marks[0]'],
    ['a number with a fraction', { marks: [{ ...point, number: 1.5 }] }, 'marks[0].number'],
    ['a colour in words', { marks: [{ ...arrow, colour: 'red; x' }] }, 'marks[0].colour'],
    ['a size of its own', { marks: [{ ...arrow, size: 'huge' }] }, 'marks[0].size'],
    ['too many', { marks: Array(201).fill(point) }, 'marks'],
    [
      'more than is kept',
      { marks: Array(100).fill({ ...arrow, kind: 'free', points: Array(200).fill([0.12345, 0]) }) },
      'marks',
    ],
    ['a scale of nothing', { pixels_per_cm: 0 }, 'pixels_per_cm'],
    ['a scale that is no number', { pixels_per_cm: 'large' }, 'pixels_per_cm'],
  ])('with %s are refused, and nothing changes', async (_what, body, field) => {
    const { id } = await upload()
    const reply = await change(id, { description: 'x', ...body })
    expect(outcome(reply)).toEqual([400, 'invalid_parameter'])
    expect(reply.json().errors.map((error: { field: string }) => error.field)).toEqual([field])
    expect(await fileNow(id)).toMatchObject({ description: null, marks: [], pixels_per_cm: null })
  })

  test('all that is wrong is said at once', async () => {
    const { id } = await upload()
    const reply = await change(id, { marks: [{ kind: 'star', points: [], colour: '' }], pixels_per_cm: -1 })
    expect(
      reply
        .json()
        .errors.map((error: { field: string }) => error.field)
        .sort(),
    ).toEqual(['marks[0].colour', 'marks[0].kind', 'marks[0].points', 'pixels_per_cm'])
  })

  test('who may not change the file may not draw on it', async () => {
    const { id } = await upload()
    expect(outcome(await change(id, { marks: [arrow] }, 'reader'))).toEqual([403, 'not_enough_privilege'])
  })

  test('are not saved over what somebody else drew meanwhile', async () => {
    const { id } = await upload()
    const save = (marks: PictureMark[], before: PictureMark[] | null) =>
      change(id, { marks, marks_before: before })
    expect(outcome(await save([arrow], null))).toEqual([200, 'ok_file_updated'])
    expect(outcome(await save([point], []))).toEqual([412, 'stale_record'])
    expect(await fileNow(id)).toMatchObject({ marks: [arrow] })
    expect(outcome(await save([arrow, point], [arrow]))).toEqual([200, 'ok_file_updated'])
    expect(await fileNow(id)).toMatchObject({ marks: [arrow, point] })
  })

  test('stand in the journal as changes of the file, and can be undone and looked back at', async () => {
    const { id } = await upload()
    const drawn = (await change(id, { marks: [arrow] })).headers['x-change-set']
    const more = (await change(id, { marks: [arrow, point], pixels_per_cm: 8 })).headers['x-change-set']
    const { changes } = (await dig.get(`/api/change-set/${more}`, 'writer')).json()
    expect(changes).toMatchObject([{ entity: 'file', id, operation: 'updated' }])
    expect(changes[0].fields.map(({ field }: { field: string }) => field).sort()).toEqual([
      'marks',
      'pixels_per_cm',
    ])
    expect(await fileNow(id, `?as_of=${drawn}`)).toMatchObject({ marks: [arrow], pixels_per_cm: null })
    expect((await undo(more?.toString())).statusCode).toBe(200)
    expect(await fileNow(id)).toMatchObject({ marks: [arrow], pixels_per_cm: null })
  })

  test('stay with a larger picture of the same proportions', async () => {
    const { id } = await upload(400, 300)
    await change(id, { marks: [arrow], pixels_per_cm: 10 })
    expect((await replace(id, 1000, 751)).json()).toMatchObject({ marks_removed: false })
    expect(await fileNow(id)).toMatchObject({ marks: [arrow], pixels_per_cm: 25, width: 1000 })
  })

  test('go with a picture of other proportions, and come back with the old one', async () => {
    const { id } = await upload(400, 300)
    await change(id, { marks: [arrow], pixels_per_cm: 10 })
    const reply = await replace(id, 300, 400)
    expect(reply.json()).toMatchObject({ marks_removed: true })
    expect(await fileNow(id)).toMatchObject({ marks: [], pixels_per_cm: null })
    expect((await undo(reply.headers['x-change-set']?.toString())).statusCode).toBe(200)
    expect(await fileNow(id)).toMatchObject({ marks: [arrow], pixels_per_cm: 10, width: 400 })
    expect((await replace(id, 100, 75)).json()).toMatchObject({ marks_removed: false })
  })

  test('that something else put into the database keep nobody from the record', async () => {
    const { id } = await upload()
    const broken = JSON.stringify([arrow, { kind: 'star' }, 7])
    await dig.application.db.write((tx) =>
      tx.run(sql`UPDATE "sys_files" SET "marks" = ${broken} WHERE "id" = ${id}`),
    )
    expect(await fileNow(id)).toMatchObject({ marks: [arrow] })
  })
})
