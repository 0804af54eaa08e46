import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runGdal } from '../../ogc/testing/run-gdal.js'
import { performRasterTask } from './rasters.js'

const [width, height] = [700, 530]

// Files change under the same name.
sharp.cache(false)

/** What GDAL says of a file. */
interface Info {
  readonly size: readonly number[]
  readonly geoTransform: readonly number[]
  readonly coordinateSystem?: { readonly wkt: string }
  readonly bands: readonly {
    readonly type: string
    readonly block: readonly number[]
    readonly noDataValue?: number | string
    readonly colorInterpretation: string
    readonly overviews?: readonly { readonly size: readonly number[] }[]
  }[]
}

describe('a raster that was prepared', () => {
  let folder: string
  const at = (name: string) => join(folder, name)
  const gdal = (...args: readonly string[]) => runGdal('gdal_translate', ['-q', ...args])
  const infoOf = async (name: string) => JSON.parse(await runGdal('gdalinfo', ['-json', at(name)])) as Info
  /** The bytes of all pixels. */
  const pixelsOf = async (name: string) => {
    await gdal('-of', 'ENVI', '-co', 'INTERLEAVE=BIP', at(name), at('pixels.img'))
    return readFile(at('pixels.img'))
  }
  const prepare = async (from: string, chosen: { epsg?: number; world?: readonly number[] } = {}) => {
    await rm(at('made.tif'), { force: true })
    const outcome = await performRasterTask(
      {
        do: 'prepare',
        path: at(from),
        to: at('made.tif'),
        between: at('between.tif'),
        maxPixels: 1e7,
        maxWholePixels: 1e7,
        world: chosen.world,
        epsg: chosen.epsg,
      },
      { limitMs: 60_000 },
    )
    if ('problem' in outcome) throw new Error(`${outcome.problem}: ${outcome.reason}`)
    return outcome.facts
  }
  const epsgIn = ({ coordinateSystem }: Info) =>
    Number(/ID\["EPSG",(\d+)\]\]\s*$/.exec(coordinateSystem?.wkt ?? '')?.[1])

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trowel-rasters-'))
    const colours = Buffer.alloc(width * height * 3)
    const heights = new Int16Array(width * height)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const place = y * width + x
        colours.set([x & 255, y & 255, (x * y) & 255], place * 3)
        heights[place] = x < 40 && y < 40 ? -9999 : x - 2 * y
      }
    await sharp(colours, { raw: { width, height, channels: 3 } })
      .png()
      .toFile(at('plan.png'))
    await writeFile(at('heights.img'), Buffer.from(heights.buffer))
    await writeFile(
      at('heights.hdr'),
      `ENVI\nsamples = ${width}\nlines = ${height}\nbands = 1\ndata type = 2\ninterleave = bsq\nbyte order = 0\n`,
    )
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  const place = ['-a_srs', 'EPSG:32633', '-a_ullr', '700000', '4770000', '700350', '4769735']

  test.each<[string, string, readonly string[]]>([
    ['colours, LZW', 'plan.png', ['-co', 'COMPRESS=LZW', '-co', 'PREDICTOR=2']],
    ['colours, band by band, in tiles', 'plan.png', ['-co', 'INTERLEAVE=BAND', '-co', 'COMPRESS=DEFLATE']],
    ['colours, big-endian', 'plan.png', ['-co', 'ENDIANNESS=BIG', '-co', 'COMPRESS=PACKBITS']],
    [
      'colours, 16 bits',
      'plan.png',
      ['-ot', 'UInt16', '-scale', '0', '255', '0', '65535', '-co', 'BIGTIFF=YES'],
    ],
    ['heights, 16 bits', 'heights.img', ['-a_nodata', '-9999', '-co', 'COMPRESS=ZSTD']],
    [
      'heights, 32 bits',
      'heights.img',
      ['-ot', 'Int32', '-a_nodata', '-9999', '-co', 'COMPRESS=DEFLATE', '-co', 'PREDICTOR=2'],
    ],
    [
      'heights with fractions',
      'heights.img',
      [
        '-ot',
        'Float32',
        '-scale',
        '0',
        '1',
        '0',
        '0.37',
        '-a_nodata',
        'nan',
        '-co',
        'COMPRESS=LZW',
        '-co',
        'PREDICTOR=3',
      ],
    ],
    ['heights, long fractions', 'heights.img', ['-ot', 'Float64', '-a_nodata', '-9999']],
  ])(
    'has the very pixels of its file, and GDAL finds them where they were: %s',
    async (_what, from, options) => {
      await gdal('-of', 'GTiff', ...place, ...options, at(from), at('source.tif'))
      const facts = await prepare('source.tif')
      expect(facts).toMatchObject({ width, height, epsg: 32633, isReady: false })
      const [before, after] = [await infoOf('source.tif'), await infoOf('made.tif')]
      expect(after.geoTransform).toEqual(before.geoTransform)
      expect(epsgIn(after)).toBe(32633)
      expect(after.bands.map(({ type, noDataValue }) => [type, noDataValue])).toEqual(
        before.bands.map(({ type, noDataValue }) => [type, noDataValue]),
      )
      for (const { block, overviews } of after.bands) {
        expect(block).toEqual([256, 256])
        expect(overviews?.map(({ size }) => size)).toEqual([
          [350, 265],
          [175, 133],
        ])
      }
      expect((await pixelsOf('made.tif')).equals(await pixelsOf('source.tif'))).toBe(true)
    },
  )

  test('is prepared already where it is a cloud-optimised GeoTIFF', async () => {
    await gdal('-of', 'COG', ...place, at('plan.png'), at('source.tif'))
    expect(await prepare('source.tif')).toMatchObject({ isReady: true, epsg: 32633 })
    await expect(readFile(at('made.tif'))).rejects.toThrow()
    // Another reference system is written into it.
    expect(await prepare('source.tif', { epsg: 25833 })).toMatchObject({ isReady: false, epsg: 25833 })
    expect(epsgIn(await infoOf('made.tif'))).toBe(25833)
  })

  test('lies as its world file says, turned as well', async () => {
    const world = [0.4, 0.3, 0.3, -0.4, 700_000.35, 4_769_999.95]
    await writeFile(at('plan.pgw'), world.join('\n'))
    const before = await infoOf('plan.png')
    await prepare('plan.png', { world, epsg: 3003 })
    const after = await infoOf('made.tif')
    for (const [k, value] of before.geoTransform.entries())
      expect(after.geoTransform[k]).toBeCloseTo(value, 6)
    expect(epsgIn(after)).toBe(3003)
    await rm(at('plan.pgw'))
    expect((await pixelsOf('made.tif')).equals(await pixelsOf('plan.png'))).toBe(true)
  })

  test.each<[string, readonly string[]]>([
    [
      'a scan in black and white',
      [
        '-b',
        '1',
        '-ot',
        'Byte',
        '-scale',
        '0',
        '255',
        '0',
        '1',
        '-co',
        'NBITS=1',
        '-co',
        'COMPRESS=CCITTFAX4',
      ],
    ],
    ['a photograph in JPEG', ['-co', 'COMPRESS=JPEG', '-co', 'PHOTOMETRIC=YCBCR']],
  ])('shows what its file showed: %s', async (_what, options) => {
    await gdal('-of', 'GTiff', ...place, ...options, at('plan.png'), at('source.tif'))
    await prepare('source.tif')
    const [made, source] = await Promise.all(
      ['made.tif', 'source.tif'].map((name) =>
        sharp(at(name)).toColourspace('srgb').removeAlpha().raw().toBuffer({ resolveWithObject: true }),
      ),
    )
    expect(made?.info.width).toBe(width)
    let sum = 0
    for (const [k, value] of (made?.data ?? []).entries())
      sum += Math.abs(
        value - (source?.data[Math.floor((k * (source?.data.length ?? 0)) / (made?.data.length ?? 1))] ?? 0),
      )
    expect(sum / (made?.data.length ?? 1)).toBeLessThan(4)
  })
})
