import { readFile, stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { BinaryStorage } from '../storage/binaries/binary-storage.js'
import { StorageError } from '../storage/storage.js'
import { type CalibrationCurve, CurveProblem, readCurve, usualCurve } from './calibration-curve.js'

/** Beside the applications, under a name that none of them can have: all nodes of a service share it. */
const place = { app: '.service', area: 'curves', name: `${usualCurve}.14c` } as const

/** The published files have a quarter of a million bytes. */
const mostBytes = 5_000_000

/**
 * Keeps the curve of a file of this machine for all applications of the service, in the place of one that is there already.
 *
 * @throws CurveProblem for any other file, and nothing is changed
 */
export async function installCurve(binaries: BinaryStorage, path: string): Promise<CalibrationCurve> {
  const { size } = await stat(path)
  if (size > mostBytes) {
    throw new CurveProblem(`The file has ${size} bytes, and no published calibration curve so many.`)
  }
  const bytes = await readFile(path)
  const curve = readCurve(bytes.toString('utf8'))
  await binaries.put(
    place,
    (async function* () {
      yield bytes
    })(),
  )
  return curve
}

/** The installed curve, read once and again when it was replaced, by whatever node. */
export class InstalledCurve {
  private known: { readonly state: string; readonly curve: CalibrationCurve } | undefined

  constructor(private readonly binaries: BinaryStorage) {}

  /** @returns `undefined` when none is installed */
  async get(): Promise<CalibrationCurve | undefined> {
    try {
      const stored = await this.binaries.head(place)
      const state = stored && `${stored.modified.getTime()} ${stored.size}`
      if (state === undefined) this.known = undefined
      else if (this.known?.state !== state) this.known = { state, curve: await this.read() }
    } catch (error) {
      // Dates are calibrated as before while the storage of files is away.
      if (!(error instanceof StorageError) || !this.known) throw error
    }
    return this.known?.curve
  }

  private async read(): Promise<CalibrationCurve> {
    const content = await this.binaries.read(place)
    if (!content) throw new CurveProblem('The calibration curve was removed while it was read.')
    return readCurve(await text(content))
  }
}
