import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/**
 * What one of GDAL's programs prints. It asks the service with this token, and for pages of so many features.
 */
export async function runGdal(
  program: 'ogrinfo' | 'ogr2ogr' | 'gdalinfo' | 'gdal_translate',
  args: readonly string[],
  token?: string,
): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    LC_ALL: 'C.UTF-8',
    ...(token === undefined ? {} : { GDAL_HTTP_HEADERS: `Authorization: Bearer ${token}` }),
  }
  const { stdout } = await run(program, args, { env, maxBuffer: 64 * 1024 * 1024 })
  return stdout
}

/** `Feature Count: 12` */
export const countIn = (text: string): number => Number(/^Feature Count: (\d+)$/m.exec(text)?.[1])

/** `Extent: (1.0, 2.0) - (3.0, 4.0)` */
export const extentIn = (text: string): number[] =>
  (/^Extent: (.*)$/m.exec(text)?.[1]?.match(/-?\d+(\.\d+)?/g) ?? []).map(Number)
