import { rm } from 'node:fs/promises'
import type { JobStartedReply } from '@trowel/contract/jobs.js'
import { type RasterQuery, type RasterReply, rasterEndings } from '@trowel/contract/map-layers.js'
import type { Decoded } from '@trowel/contract/wire/input.js'
import type { Static } from 'typebox'
import { AppError } from '../../../errors.js'
import type { RequestScope } from '../../../http/scope.js'
import type { Services } from '../../../http/services.js'
import type { Jobs } from '../../../jobs/leased-work.js'
import { startJob } from '../../../jobs/service.js'
import { type Message, message } from '../../../message.js'
import { writeDown } from '../../../storage/binaries/write-down.js'
import { writeConfigurationLog } from '../../configuration/index.js'
import type { SentFile } from '../../files/index.js'
import { mapFileName } from '../map-file-name.js'
import { mapFilePlace } from '../service.js'
import type { RasterProblem, RasterTask } from './raster-task.js'
import { performRasterTask } from './rasters.js'

const lookMs = 60_000
const done = { status: 'success', code: 'ok_geoface_updated' } as const
/** What the progress of a job counts up to. */
const total = 100

/**
 * Takes an orthophoto or a plan for the map. What can be refused is refused at once; then it is written, in
 * the background, as maps read it: in tiles, with smaller images of it, in its own reference system.
 *
 * @throws `unsupported_media_type`; `error_geoface_updated` with what is wrong with the file
 */
export async function addRaster(
  scope: RequestScope,
  { binaries, config }: Services,
  jobs: Jobs,
  file: SentFile,
  { epsg, world }: Decoded<typeof RasterQuery>,
): Promise<Static<typeof JobStartedReply>> {
  const name = rasterName(file.name)
  const [path, to, between] = await Promise.all([
    binaries.spool.newPath(),
    binaries.spool.newPath(),
    binaries.spool.newPath(),
  ])
  const clear = () => Promise.all([path, to].map((one) => rm(one, { force: true })))
  const { rasterMegapixels, pictureMegapixels, rasterMinutes } = config.limits
  const task: RasterTask = {
    do: 'describe',
    path,
    to,
    between,
    maxPixels: rasterMegapixels * 1_000_000,
    maxWholePixels: pictureMegapixels * 1_000_000,
    world,
    epsg,
  }
  try {
    await writeDown(path, file.content)
    const found = await performRasterTask(task, { limitMs: lookMs })
    if ('problem' in found) throw refusal(found.problem, rasterMegapixels)
  } catch (error) {
    await clear()
    throw error
  }
  const work = async (signal: AbortSignal, progress: (done: number) => void) => {
    const prepared = await performRasterTask(
      { ...task, do: 'prepare' },
      {
        limitMs: rasterMinutes * 60_000,
        signal,
        onProgress: (share) => progress(Math.floor(share * total)),
      },
    )
    signal.throwIfAborted()
    if ('problem' in prepared) {
      scope.log.warn({ file: name, reason: prepared.reason }, 'a raster could not be prepared')
      throw refusal(prepared.problem, rasterMegapixels)
    }
    const { facts } = prepared
    await binaries.adopt(mapFilePlace(scope.db.app, name), facts.isReady ? path : to)
    const { epsg: found, width, height } = facts
    return { ...done, filename: name, epsg: found, width, height } satisfies RasterReply
  }
  const job = await startJob(
    jobs,
    scope,
    { kind: 'map_raster', total },
    async ({ signal, progress, finish }) => {
      try {
        const result = await work(signal, progress)
        progress(total)
        await scope.db.write((tx) => finish(tx, result))
        await writeConfigurationLog(scope, 'map_file_uploaded', { file: name })
      } finally {
        await clear()
      }
    },
  )
  return { status: 'success', code: 'job_started', job }
}

/** It is kept as a GeoTIFF, from each format. @throws `unsupported_media_type` */
function rasterName(sent: string): string {
  const name = mapFileName(sent)
  const [, stem, ending = ''] = /^(.+)\.([a-z]+)$/.exec(name) ?? []
  if (stem !== undefined && rasterEndings.some((known) => known === ending)) return `${stem}.tif`
  throw new AppError(
    'unsupported_media_type',
    message('raster_type', { types: rasterEndings.map((known) => `.${known}`).join(', ') }),
  )
}

function refusal(problem: RasterProblem, megapixels: number): AppError {
  const [field, code, said] = sayOf(problem, megapixels)
  return new AppError('error_geoface_updated', { ...said, errors: [{ field, code, ...said }] })
}

function sayOf(problem: RasterProblem, megapixels: number) {
  const say = <Code extends string>(field: string, code: Code, said: Message) => [field, code, said] as const
  switch (problem) {
    case 'unreadable':
      return say('file', 'not_raster', message('raster_unreadable', {}))
    case 'no_place':
      return say('world', 'no_place', message('raster_no_place', {}))
    case 'no_system':
      return say('epsg', 'no_system', message('raster_no_system', {}))
    case 'too_many_pixels':
      return say('file', 'too_many_pixels', message('raster_too_many_pixels', { most: megapixels }))
    case 'too_slow':
      return say('file', 'too_many_pixels', message('raster_takes_too_long', {}))
  }
}
