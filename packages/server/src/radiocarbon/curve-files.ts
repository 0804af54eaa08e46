import { readFile, stat } from 'node:fs/promises'
import { text } from 'node:stream/consumers'
import type { BinaryPlace, BinaryStorage } from '../storage/binaries/binary-storage.js'
import { StorageError } from '../storage/storage.js'
import { type CalibrationCurve, CurveProblem, readCurve } from './calibration-curve.js'
import { publishedCurves } from './published-curves.js'

/** Small letters, digits, `_` and `-`: a date names its curve, and the name becomes that of a file. */
const curveName = /^[a-z0-9][a-z0-9_-]{0,39}$/

/** Beside the applications, under a name that none of them can have: all nodes of a service share it. */
const placeOf = (name: string): BinaryPlace => ({ app: '.service', area: 'curves', name: `${name}.14c` })

/** The published files have a quarter of a million bytes. */
const maxBytes = 5_000_000

/**
 * Keeps a further curve out of a file of this machine for all applications of the service, in the place of
 * one that is there already. One that comes with the service is only held against what was published: it
 * counts as it is shipped, on every machine the same.
 *
 * @throws CurveProblem for any other file, and nothing is changed
 */
export async function installCurve(
  binaries: BinaryStorage,
  path: string,
  name: string,
): Promise<CalibrationCurve> {
  if (!curveName.test(name)) {
    throw new CurveProblem(
      `"${name.slice(0, 60)}" is no name of a curve: small letters, digits, "_" and "-", such as intcal13.`,
    )
  }
  const { size } = await stat(path)
  if (size > maxBytes) {
    throw new CurveProblem(`The file has ${size} bytes, and no published calibration curve so many.`)
  }
  const bytes = await readFile(path)
  const curve = readCurve(bytes.toString('utf8'), name)
  if (!publishedCurves.has(name)) {
    await binaries.put(
      placeOf(name),
      (async function* () {
        yield bytes
      })(),
    )
  }
  return curve
}

/** The curves that come with the service, each read when it is first needed. */
export class ShippedCurves {
  readonly #cache = new Map<string, Promise<CalibrationCurve>>()

  get(name: string): Promise<CalibrationCurve> | undefined {
    if (!publishedCurves.has(name)) return undefined
    let reading = this.#cache.get(name)
    if (!reading) {
      const file = new URL(`../../curves/${name}.14c`, import.meta.url)
      reading = readFile(file, 'utf8').then((content) => readCurve(content, name))
      // What could not be read this time is read the next time.
      reading.catch(() => this.#cache.delete(name))
      this.#cache.set(name, reading)
    }
    return reading
  }
}

/** The curves that were installed, each read once and again when it was replaced, by whatever node. */
export class InstalledCurves {
  readonly #cache = new Map<string, { readonly state: string; readonly curve: CalibrationCurve }>()

  constructor(private readonly binaries: BinaryStorage) {}

  /** @returns `undefined` when none of that name is installed */
  async get(name: string): Promise<CalibrationCurve | undefined> {
    if (!curveName.test(name)) return undefined
    try {
      const stored = await this.binaries.head(placeOf(name))
      const state = stored && `${stored.modified.getTime()} ${stored.size}`
      if (state === undefined) this.#cache.delete(name)
      else if (this.#cache.get(name)?.state !== state)
        this.#cache.set(name, { state, curve: await this.#read(name) })
    } catch (error) {
      // Dates are calibrated as before while the storage of files is away.
      if (!(error instanceof StorageError) || !this.#cache.has(name)) throw error
    }
    return this.#cache.get(name)?.curve
  }

  async #read(name: string): Promise<CalibrationCurve> {
    const content = await this.binaries.read(placeOf(name))
    if (!content) throw new CurveProblem('The calibration curve was removed while it was read.')
    return readCurve(await text(content), name)
  }
}
