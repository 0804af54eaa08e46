import { readdirSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { FileMetadata, RecordFile } from '@trowel/contract/files.js'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Area, BinaryStorage } from '../../storage/binaries/binary-storage.js'
import { fileStorages, openFileStorage, type TestFileStorage } from '../../testing/object-server.js'
import { type Dig, openDig } from '../../testing/open-dig.js'
import { formOf, rawForm, sendFile, sendForm } from '../../testing/send-file.js'
import { tiffWithNotes } from './testing/tiff-with-notes.js'

const folder = join(resolve(process.env['TROWEL_TEST_DATA'] ?? '../shared/data'), 'images')
const bytesOf = (name: string): Buffer => readFileSync(join(folder, name))
const nameOf = (start: string): string => readdirSync(folder).find((name) => name.startsWith(start)) ?? start

/** What becomes of each of the files: the extension, or the refusal. */
const fates: readonly (readonly [start: string, fate: string | number])[] = [
  ['01', 'jpg'],
  ['02', 'jpg'],
  ['03', 'jpg'],
  ['04', 'jpg'],
  ['05-exif-orientation-6', 'jpg'],
  ['05-exif-orientation-3', 'jpg'],
  ['06', 'jpg'],
  ['07', 'jpg'],
  ['08', 'png'],
  ['09', 'png'],
  ['10', 'png'],
  ['11', 'png'],
  ['12', 'gif'],
  ['13', 'webp'],
  ['14', 'tif'],
  ['15', 'bmp'],
  ['16', 'svg'],
  ['17', 'svg'],
  ['18', 415],
  ['19', 'jpg'],
  ['20', 'bin'],
  ['21', 415],
  ['22', 'zip'],
  ['23', 'png'],
  ['24', 415],
  ['25', 400],
  ['26', 'pdf'],
  ['27', 'jpg'],
  ['28', 'jpg'],
]
/** Of these no smaller copy can be made: one is cut off, one is far too large to be decoded. */
const withoutPreview = new Set(['07', '23'])

async function namesIn(binaries: BinaryStorage, area: Area): Promise<string[]> {
  const names: string[] = []
  for await (const { name } of binaries.list('dig', area)) names.push(name)
  return names
}

describe.each(fileStorages)('pictures of every kind (%s)', (storageName) => {
  let dig: Dig
  let storage: TestFileStorage
  const files = new Map<string, RecordFile>()
  beforeAll(async () => {
    storage = await openFileStorage(storageName)
    dig = await openDig('sqlite', { ...storage.environment, TROWEL_PUBLIC_FILES: '1' })
    for (const [start, fate] of fates) {
      if (typeof fate === 'string') files.set(start, await uploaded(nameOf(start)))
    }
  })
  afterAll(async () => {
    await dig.close()
    await storage.close()
  })

  const upload = (name: string, bytes = bytesOf(name)) =>
    sendFile(dig, '/api/record/contexts/1/file', name, bytes, 'writer')
  const uploaded = async (name: string, bytes?: Buffer): Promise<RecordFile> => {
    const reply = await upload(name, bytes)
    expect(reply.statusCode, `${name} ${reply.body}`).toBe(200)
    return reply.json<{ file: RecordFile }>().file
  }
  const file = (start: string): RecordFile => files.get(start) as RecordFile
  const content = (of: RecordFile, more = '') => dig.get(`/${of.url}${more}`)
  const colourAt = async (image: Buffer, x: number, y: number): Promise<number[]> => {
    const { data } = await sharp(image)
      .toColourspace('srgb')
      .removeAlpha()
      .extract({ left: x, top: y, width: 1, height: 1 })
      .raw()
      .toBuffer({ resolveWithObject: true })
    return [...data]
  }
  const isRed = ([r = 0, g = 0, b = 0]: number[]) => r > 150 && g < 100 && b < 100
  const isGreen = ([r = 0, g = 0, b = 0]: number[]) => g > 100 && r < 100 && b < 120

  test.each(fates)('%s becomes %s', async (start, fate) => {
    if (typeof fate === 'string') return expect(file(start).ext).toBe(fate)
    expect((await upload(nameOf(start))).statusCode).toBe(fate)
  })

  test.each(fates.filter(([, fate]) => typeof fate === 'string'))(
    '%s is kept byte by byte',
    async (start) => {
      const { rawPayload, headers } = await content(file(start))
      expect(rawPayload.equals(bytesOf(nameOf(start)))).toBe(true)
      expect(headers['x-content-type-options']).toBe('nosniff')
      expect(headers['content-type']).not.toMatch(/html|script/)
    },
  )

  test.each([
    ['17', 'image/svg+xml', 'inline', true],
    ['19', 'image/jpeg', 'inline', false],
    ['20', 'application/octet-stream', 'attachment', false],
    ['22', 'application/zip', 'attachment', false],
    ['26', 'application/pdf', 'inline', false],
  ])('%s is sent as %s, %s', async (start, type, disposition, isSandboxed) => {
    const { headers } = await content(file(start))
    expect(headers['content-type']).toBe(type)
    expect(headers['content-disposition']).toMatch(new RegExp(`^${disposition};`))
    expect(headers['content-security-policy'] !== undefined).toBe(isSandboxed)
  })

  const rasters = fates.filter(([, fate]) =>
    ['jpg', 'png', 'gif', 'webp', 'tif', 'bmp'].includes(String(fate)),
  )
  test.each(rasters)('%s has a smaller copy, or cleanly none', async (start) => {
    const { statusCode, rawPayload, headers } = await content(file(start), '&w=120')
    if (withoutPreview.has(start)) return expect(statusCode).toBe(415)
    expect([statusCode, headers['content-type']]).toEqual([200, 'image/webp'])
    const image = await sharp(rawPayload).metadata()
    expect(image.width).toBeLessThanOrEqual(120)
    expect([image.exif, image.xmp]).toEqual([undefined, undefined])
    expect(headers['content-length']).toBe(String(rawPayload.length))
  })

  test('asked for again, the smaller copy is the same one', async () => {
    const [one, two] = [await content(file('01'), '&w=240'), await content(file('01'), '&w=240')]
    expect(one.headers.etag).toBe(two.headers.etag)
    expect(one.headers.etag).not.toBe((await content(file('01'))).headers.etag)
    const again = await dig.request({
      url: `/${file('01').url}&w=240`,
      headers: { 'if-none-match': String(one.headers.etag) },
    })
    expect(again.statusCode).toBe(304)
  })

  test('it is never larger than the picture', async () => {
    const { rawPayload } = await content(file('10'), '&w=960')
    expect(await sharp(rawPayload).metadata()).toMatchObject({ width: 120, height: 90, hasAlpha: true })
  })

  test('it stands upright', async () => {
    const turned = await content(file('05-exif-orientation-6'), '&w=240')
    expect(await sharp(turned.rawPayload).metadata()).toMatchObject({ width: 240, height: 320 })
    // Stored top left comes to the top right, stored top right to the bottom right.
    expect(isRed(await colourAt(turned.rawPayload, 230, 8))).toBe(true)
    expect(isGreen(await colourAt(turned.rawPayload, 230, 310))).toBe(true)
    const upsideDown = await content(file('05-exif-orientation-3'), '&w=480')
    expect(isRed(await colourAt(upsideDown.rawPayload, 312, 232))).toBe(true)
  })

  test('colours of ink are not turned into their opposites', async () => {
    const { rawPayload } = await content(file('03'), '&w=480')
    expect(isRed(await colourAt(rawPayload, 8, 8))).toBe(true)
    expect(isGreen(await colourAt(rawPayload, 310, 8))).toBe(true)
  })

  test.each([
    ['another width', '01', '&w=100', 400],
    ['no number', '01', '&w=x', 400],
    ['of a PDF', '26', '&w=120', 415],
    ['of an archive', '22', '&w=120', 415],
  ])('%s: there is no smaller copy', async (_what, start, more, status) => {
    expect((await content(file(start), more)).statusCode).toBe(status)
  })

  test('a drawing in vectors is its own smaller copy', async () => {
    const { headers, rawPayload } = await content(file('16'), '&w=120')
    expect(headers['content-type']).toBe('image/svg+xml')
    expect(rawPayload.equals(bytesOf(nameOf('16')))).toBe(true)
  })

  test('smaller copies go with their file, and with its replacement', async () => {
    const previews = async () => (await namesIn(dig.services.binaries, 'previews')).length
    const before = await previews()
    const { id, url } = await uploaded('01-baseline.jpg')
    await dig.get(`/${url}&w=120`)
    await dig.get(`/${url}&w=240`)
    expect(await previews()).toBe(before + 2)
    const name = nameOf('05-exif-orientation-6')
    const replaced = await sendFile(dig, `/api/file/${id}/replace`, name, bytesOf(name), 'writer')
    expect(await previews()).toBe(before)
    const smaller = await dig.get(`/${replaced.json<{ url: string }>().url}&w=240`)
    expect(await sharp(smaller.rawPayload).metadata()).toMatchObject({ height: 320 })
    await dig.delete(`/api/file/${id}`, undefined, 'writer')
    expect(await previews()).toBe(before)
  })

  test('of a file that is deleted while its smaller copy is made nothing stays', async () => {
    const { images, binaries } = dig.services
    const { id, url } = await uploaded('01-baseline.jpg')
    const preview = images.preview.bind(images)
    vi.spyOn(images, 'preview').mockImplementationOnce(async (...job) => {
      await dig.delete(`/api/file/${id}`, undefined, 'writer')
      return preview(...job)
    })
    const before = await namesIn(binaries, 'previews')
    expect((await dig.get(`/${url}&w=120`)).statusCode).toBe(415)
    expect(await namesIn(binaries, 'previews')).toEqual(before)
  })

  test('the name of 27 survives', async () => {
    expect(file('27')).toMatchObject({ filename: '27-unità façade Ωμέγα 层 (1)', ext: 'jpg' })
    const { headers } = await content(file('27'), '&download=1')
    expect(headers['content-disposition']).toContain(
      `filename*=UTF-8''27-unit%C3%A0%20fa%C3%A7ade%20%CE%A9%CE%BC%CE%AD%CE%B3%CE%B1%20%E5%B1%82%20%281%29.jpg`,
    )
  })

  describe('what a camera noted', () => {
    const metadata = async (of: RecordFile) =>
      (await dig.get(`/api/file/${of.id}/metadata`, 'reader')).json<{ metadata: FileMetadata }>().metadata

    test('is offered: camera, time, position', async () => {
      expect(await metadata(file('06'))).toEqual({
        width: 320,
        height: 240,
        taken_at: '2024-07-01T10:11:12',
        utc_offset: null,
        camera_make: 'TestMaker',
        camera_model: 'TestModel',
        lens: null,
        author: 'A. Surveyor',
        copyright: null,
        position: {
          latitude: 41.89,
          longitude: 12.4922222,
          altitude: null,
          geometry: 'POINT (12.4922222 41.89)',
        },
      })
    })

    test('is offered of a TIFF too', async () => {
      expect(await metadata(await uploaded('section.tif', tiffWithNotes(40, 30)))).toMatchObject({
        width: 40,
        camera_make: 'Dig',
        position: { latitude: 41.8833333, longitude: 12.4833333 },
      })
    })

    test('sizes are those of the upright picture', async () => {
      expect(await metadata(file('05-exif-orientation-6'))).toMatchObject({
        width: 240,
        height: 320,
        position: null,
      })
      expect(await metadata(file('23'))).toMatchObject({ width: 30_000, height: 30_000 })
    })

    test('of what is no picture nothing is known', async () => {
      expect(Object.values(await metadata(file('22'))).every((value) => value === null)).toBe(true)
    })

    test('is for those who see the file', async () => {
      expect((await dig.get(`/api/file/${file('06').id}/metadata`)).statusCode).toBe(401)
      expect((await dig.get('/api/file/99999/metadata', 'reader')).statusCode).toBe(404)
    })

    test('strangers do not learn where a photograph was taken', async () => {
      const path = `/projects/dig/files/${file('06').id}.jpg`
      const [open, known] = [await dig.get(path), await dig.get(path, 'reader')]
      expect(known.rawPayload.equals(bytesOf(nameOf('06')))).toBe(true)
      const copy = await sharp(open.rawPayload).metadata()
      expect([open.headers['content-type'], copy.format, copy.width, copy.height]).toEqual([
        'image/jpeg',
        'jpeg',
        320,
        240,
      ])
      expect([copy.exif, copy.xmp, copy.iptc]).toEqual([undefined, undefined, undefined])
      expect(open.headers.etag).not.toBe(known.headers.etag)
    })

    test('nor where only its XMP says so', async () => {
      const says = 'exif:GPSLatitude="41,53.0N" exif:GPSLongitude="12,29.0E"'
      const xmp = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description xmlns:exif="http://ns.adobe.com/exif/1.0/" ${says}/></rdf:RDF></x:xmpmeta>`
      const picture = sharp({ create: { width: 40, height: 30, channels: 3, background: '#963' } })
      const { id } = await uploaded('trench.jpg', await picture.withXmp(xmp).jpeg().toBuffer())
      const path = `/projects/dig/files/${id}.jpg`
      const told = [await dig.get(path), await dig.get(path, 'reader')].map(({ rawPayload }) =>
        rawPayload.includes('GPSLatitude'),
      )
      expect(told).toEqual([false, true])
    })

    test.each(['section.tif', 'section.dng'])('nor where %s was taken', async (name) => {
      const bytes = tiffWithNotes(40, 30)
      const { id, ext } = await uploaded(name, bytes)
      const path = `/projects/dig/files/${id}.${ext}`
      const [open, known] = [await dig.get(path), await dig.get(path, 'reader')]
      expect([ext, known.rawPayload.equals(bytes)]).toEqual([name.slice(-3), true])
      expect([open.statusCode, open.rawPayload.includes('Dig')]).toEqual([200, false])
      expect(await sharp(open.rawPayload).metadata()).toMatchObject({ format: 'tiff', width: 40, height: 30 })
    })

    test('a photograph that cannot be made to keep it to itself is not shown to strangers', async () => {
      const whole = bytesOf(nameOf('06'))
      const broken = await uploaded('broken.jpg', whole.subarray(0, whole.length - 1500))
      const path = `/projects/dig/files/${broken.id}.jpg`
      expect([(await dig.get(path)).statusCode, (await dig.get(path, 'reader')).statusCode]).toEqual([
        404, 200,
      ])
    })

    test('pictures that tell nothing are the same for all', async () => {
      const { rawPayload } = await dig.get(`/projects/dig/files/${file('05-exif-orientation-6').id}.jpg`)
      expect(rawPayload.equals(bytesOf(nameOf('05-exif-orientation-6')))).toBe(true)
    })
  })

  describe('when the application wants its pictures smaller', () => {
    beforeAll(async () => {
      await dig.put('/api/config/app', { maxImageSize: 100 }, 'super_admin')
    })
    afterAll(async () => {
      await dig.put('/api/config/app', { maxImageSize: 1500 }, 'super_admin')
    })

    const stored = async (name: string) => {
      const { rawPayload } = await content(await uploaded(name))
      return { rawPayload, header: await sharp(rawPayload).metadata() }
    }

    test.each([
      ['01', 100, 75],
      ['03', 100, 75],
      ['13', 100, 75],
      ['05-exif-orientation-6', 75, 100],
      ['10', 100, 75],
    ])('%s is made %i x %i', async (start, width, height) => {
      const { header } = await stored(nameOf(start))
      expect([header.width, header.height, header.orientation ?? 1]).toEqual([width, height, 1])
    })

    test('notes stay, and the picture is upright', async () => {
      const smaller = await uploaded(nameOf('06'))
      const reply = await dig.get(`/api/file/${smaller.id}/metadata`, 'reader')
      expect(reply.json()).toMatchObject({
        metadata: { width: 100, camera_make: 'TestMaker', position: { latitude: 41.89 } },
      })
      const { rawPayload } = await stored(nameOf('05-exif-orientation-6'))
      expect(isRed(await colourAt(rawPayload, 71, 3))).toBe(true)
    })

    test.each(['07', '08', '09', '12', '14', '15', '23', '16', '26'])(
      '%s stays as it came',
      async (start) => {
        const { rawPayload } = await content(await uploaded(nameOf(start)))
        expect(rawPayload.equals(bytesOf(nameOf(start)))).toBe(true)
      },
    )

    test('a TIFF stays as it came when its notes would not stay', async () => {
      const bytes = tiffWithNotes(200, 150)
      const { rawPayload } = await content(await uploaded('section.tif', bytes))
      expect(rawPayload.equals(bytes)).toBe(true)
    })

    test('pixels of 16 bits stay so', async () => {
      const deep = await sharp({
        create: { width: 200, height: 100, channels: 3, background: '#123456' },
      })
        .toColourspace('rgb16')
        .png()
        .toBuffer()
      const { rawPayload } = await content(await uploaded('deep.png', deep))
      expect(await sharp(rawPayload).metadata()).toMatchObject({ depth: 'ushort', width: 100, height: 50 })
    })
  })

  test('what is no picture is refused a copy, and the next one gets its own', async () => {
    const { images, binaries } = dig.services
    const to = await binaries.spool.newPath()
    expect(await images.preview(join(folder, 'none.jpg'), to, 120)).toBe('impossible')
    expect(await images.describe('/dev/null')).toBe('impossible')
    expect(await images.describe(join(folder, nameOf('01')))).toMatchObject({ width: 320 })
  })

  test('hostile names', async () => {
    for (const name of ['../../etc/passwd', '.htaccess', 'CON', 'a/b.jpg']) {
      const reply = await sendForm(
        dig,
        '/api/record/contexts/2/file',
        rawForm(`name="file"; filename="${name}"`, bytesOf(nameOf('01'))),
        'writer',
      )
      expect(reply.json<{ file: RecordFile }>().file).toMatchObject({
        ext: 'jpg',
        filename: expect.stringMatching(/^[a-zA-Z]+$/),
      })
    }
    const twice = ['x.jpg', 'x.jpg'].map((name) => ({ field: 'file', name, content: bytesOf(nameOf('01')) }))
    expect(
      (await sendForm(dig, '/api/record/contexts/2/file', await formOf(twice), 'writer')).statusCode,
    ).toBe(400)
  })
})
