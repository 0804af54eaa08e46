// The demo as the journeys copy it. It is loaded in the background, and by another process than theirs.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { makeFolder, program } from './program.js'

/** Where the demo lies on an engine, once it is loaded. */
export interface LaidOut {
  readonly folder: string
  /** The file that is there when loading is over; it holds what went wrong. */
  readonly outcome: string
  /** On PostgreSQL, the name of the database. */
  readonly database?: string
}

/** Nothing lies there yet. */
export async function placeForDemo(): Promise<LaidOut> {
  const folder = await makeFolder()
  return { folder, outcome: `${folder}.outcome` }
}

/** Leaves a folder as a service with the demo does, and tells the outcome. */
export async function layOut(
  { folder, outcome }: LaidOut,
  settings: Readonly<Record<string, string>> = {},
  end = async (): Promise<void> => undefined,
): Promise<void> {
  const load = promisify(execFile)(process.execPath, [program('cli/main.js'), 'demo', 'load'], {
    env: { ...process.env, TROWEL_DATA: folder, ...settings },
  })
  const problem = await load.then(end).then(() => '', String)
  // Renamed when it is written: nobody reads half of it.
  await writeFile(`${outcome}.new`, problem)
  await rename(`${outcome}.new`, outcome)
}

/** Waits until the demo is loaded. */
export async function whenLaidOut({ outcome }: LaidOut): Promise<void> {
  while (!existsSync(outcome)) await setTimeout(50)
  const problem = await readFile(outcome, 'utf8')
  if (problem !== '') throw new Error(`The demo could not be loaded. ${problem}`)
}
