import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'

const maker = resolve(process.env['TROWEL_TEST_DATA'] ?? '../shared/data', 'v5-installation', 'make.py')

/** The maker is a public data set, and no part of the project. */
export const canMakeInstallations = existsSync(maker)

/** What its maker says is in a made installation, and must become of it. */
export interface Facts {
  readonly definition: string
  readonly rows: Readonly<Record<string, number>>
  readonly adopted: Readonly<Record<string, number>>
  readonly users: readonly {
    readonly id: number
    readonly email: string
    readonly level: number
    readonly password: string | null
    readonly may_log_in: boolean
  }[]
  readonly keys: readonly { readonly key: string; readonly level: number; readonly active: boolean }[]
  readonly secrets: readonly string[]
  readonly values: readonly {
    readonly table: string
    readonly id: number
    readonly field: string
    readonly stored: string | number
    readonly becomes: readonly (string | number | null)[]
  }[]
  readonly left_out: readonly { readonly table: string; readonly ids: readonly number[] }[]
  readonly loop: readonly number[]
  readonly files: readonly {
    readonly id: number
    readonly path: string | null
    readonly sha256: string | null
    readonly size: number | null
    readonly ext: string
    readonly filename: string
  }[]
  readonly missing_file: number
  readonly stray_file: string
  readonly geodata_files: Readonly<Record<string, string>>
  readonly privileges: readonly {
    readonly id: number
    readonly user: number
    readonly table: string
    readonly subset: string | null
    readonly becomes: string
  }[]
  readonly not_adopted: readonly string[]
}

export interface MadeInstallation {
  /** The folder of its application. */
  readonly path: string
  readonly facts: Facts
}

/** Makes the installation of an invented excavation in a folder. @param more further words for its maker */
export function makeInstallation(folder: string, ...more: string[]): MadeInstallation {
  const file = join(folder, 'facts.json')
  execFileSync('python3', [maker, folder, '--facts', file, ...more])
  return {
    path: join(folder, 'projects', 'kilnbrook'),
    facts: JSON.parse(readFileSync(file, 'utf8')) as Facts,
  }
}

/** The statements that make the same database on MySQL. */
export const dumpForMysql = (): string =>
  execFileSync('python3', [maker, '--dump', 'mysql'], { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })
