import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '../../../storage/sql.js'
import { type Dig, oneEngine, openDig } from '../../../testing/open-dig.js'
import { sendFile } from '../../../testing/send-file.js'

const as = 'super_admin'
const upload = '/api/config/georaster'
const world = '0.05\n0\n0\n-0.05\n700000.025\n4769999.975\n'
const said = `?epsg=32633&world=${encodeURIComponent(world)}`

const picture = (options: Partial<{ width: number; height: number }> = {}) =>
  sharp({ create: { width: 600, height: 400, channels: 3, background: '#6b8e5a', ...options } })

describe.each(oneEngine)('orthophotos and plans (%s)', (engine) => {
  let dig: Dig
  let png: Buffer
  beforeAll(async () => {
    dig = await openDig(engine, { TROWEL_LIMIT_RASTER_MEGAPIXELS: '1' })
    png = await picture().png().toBuffer()
  })
  afterAll(() => dig.close())

  const send = async (
    name: string,
    content: Uint8Array | string,
    query = said,
    role: typeof as | 'admin' = as,
  ) => {
    const reply = await sendFile(dig, upload + query, name, content, role)
    return { ...reply.json(), status: reply.statusCode }
  }
  const ended = async ({ job }: { job: { id: number } }) => {
    const read = async () => (await dig.get(`/api/jobs/${job.id}`, as)).json().job
    await expect.poll(async () => (await read()).state, { timeout: 60_000 }).not.toBe('running')
    return read()
  }
  const files = async () => (await dig.get('/api/config/geoface', as)).json().local_files

  test('are prepared in the background, shown by layers, and read in parts', async () => {
    const begun = await send('Trench A.png', png)
    expect(begun).toMatchObject({ code: 'job_started', job: { kind: 'map_raster', total: 100 } })
    expect(await ended(begun)).toMatchObject({
      state: 'done',
      done: 100,
      result: { code: 'ok_geoface_updated', filename: 'Trench_A.tif', epsg: 32633, width: 600, height: 400 },
    })
    const layer = { label: 'Trench A', type: 'raster', path: 'Trench_A.tif', layertype: 'overlay' }
    expect((await dig.put('/api/config/geoface', [layer], as)).statusCode).toBe(200)
    const { layers } = (await dig.get('/api/geoface/layers', 'reader')).json()
    expect(layers[0].path).toMatch(/^\/api\/geofile\/Trench_A\.tif\?t=/)
    const part = await dig.request({ method: 'GET', url: layers[0].path, headers: { range: 'bytes=0-3' } })
    expect([part.statusCode, part.headers['content-type'], part.body]).toEqual([206, 'image/tiff', 'II+\0'])
    const [line] = await dig.application.db.quick.all<{ message: string }>(
      sql`SELECT "message" FROM "sys_log" WHERE "code" = 'map_file_uploaded'`,
    )
    expect(line?.message).toContain('Trench_A.tif')
  })

  test.each<[string, string, () => Promise<Buffer> | Buffer | string, string, string]>([
    ['a picture without a world file', 'plan.png', () => png, '?epsg=32633', 'no_place'],
    [
      'a picture without a reference system',
      'plan.jpg',
      () => picture().jpeg().toBuffer(),
      `?world=${encodeURIComponent(world)}`,
      'no_system',
    ],
    ['a TIFF that says nothing of its place', 'plan.tif', () => picture().tiff().toBuffer(), '', 'no_place'],
    ['what is no picture', 'plan.tif', () => 'II*\0nothing of the kind', said, 'not_raster'],
    ['nothing', 'plan.png', () => '', said, 'not_raster'],
    [
      'too many pixels',
      'plan.png',
      () => picture({ width: 1100, height: 1000 }).png().toBuffer(),
      said,
      'too_many_pixels',
    ],
  ])('are refused at once: %s', async (_what, name, content, query, code) => {
    expect(await send(name, await content(), query)).toMatchObject({
      status: 422,
      code: 'error_geoface_updated',
      errors: [{ code }],
    })
    expect(await files()).not.toContain('plan.tif')
  })

  test.each([
    ['?epsg=99999', 400, 'invalid_parameter'],
    ['?epsg=utm', 400, 'invalid_parameter'],
    ['?world=1,2,3', 400, 'invalid_parameter'],
  ])('are refused with %s', async (query, status, code) => {
    const reply = await sendFile(dig, upload + query, 'plan.png', png, as)
    expect([reply.statusCode, reply.json().code]).toEqual([status, code])
  })

  test('have a name that says what they are', async () => {
    expect(await send('plan.pdf', png)).toMatchObject({ code: 'unsupported_media_type' })
    expect(await send('.png', png)).toMatchObject({ code: 'unsupported_media_type' })
  })

  test('fail as a job where damage shows only in their pixels, and leave nothing behind', async () => {
    const damaged = Buffer.from(await picture().png({ compressionLevel: 0 }).toBuffer())
    damaged.fill(0, damaged.length / 2)
    const outcome = await ended(await send('broken.png', damaged))
    expect(outcome).toMatchObject({ state: 'failed', error: { code: 'error_geoface_updated' } })
    expect(outcome.errors).toMatchObject([{ code: 'not_raster' }])
    expect(await files()).not.toContain('broken.tif')
  })

  test('are for super-administrators to upload', async () => {
    expect(await send('plan.png', png, said, 'admin')).toMatchObject({ code: 'not_enough_privilege' })
  })
})
