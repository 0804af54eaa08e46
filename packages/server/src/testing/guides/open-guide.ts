import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, cp, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseEnv, promisify } from 'node:util'
import { type Client, createClient } from '@trowel/client'
import { openSqliteStorage } from '../../storage/sqlite/sqlite-storage.js'
import { listenHere } from '../listen-here.js'
import { laidOut, layOutIn, password } from '../open-dig.js'

const run = promisify(execFile)
const project = fileURLToPath(new URL('../../../../../', import.meta.url))
const commandLine = fileURLToPath(new URL('../../cli/main.js', import.meta.url))

/** Where the guides say that the service is. */
const addresses = /https:\/\/records\.example|http:\/\/127\.0\.0\.1:8530/g

/** Whom the guides log in. */
export interface Account {
  readonly app: string
  readonly email: string
  readonly password: string
}

/** The super-administrator of the dig that is laid out. */
export const superAdmin: Account = { app: 'vallelunga', email: 'super_admin@dig.example', password }

/** A folder in which the commands of a guide run, with the data folder of a service in it. */
export interface Guide {
  /** Where the lines are typed; the service's data lie in its folder `data`. */
  readonly folder: string
  /** What the shell finds in its environment: settings, and `URL`, `TOKEN` and `KEY` of a running service. */
  readonly variables: Record<string, string>
  /** Makes `vallelunga` a copy of the small dig of the tests. */
  layOut(): Promise<void>
  /** Puts a program of the shell before those of the machine. */
  addProgram(name: string, script: string): Promise<void>
  /**
   * Runs lines of a guide in bash, with the address of the running service in place of the one that stands
   * there. @returns what they print @throws when one of them fails
   */
  run(lines: string): Promise<string>
  /** Runs lines of which the last starts the service. @returns what they print until it listens */
  begin(lines: string): Promise<string>
  /** A client of the running service, logged in. */
  enter(account?: Account): Promise<Client>
  /** Starts the service on the data, in this process, and enters. */
  serve(settings?: Readonly<Record<string, string>>): Promise<Client>
  /** Ends the service, as Ctrl-C does. */
  stop(): Promise<void>
  close(): Promise<void>
}

export async function openGuide(): Promise<Guide> {
  const root = await mkdtemp(join(tmpdir(), 'trowel-guide-'))
  const folder = join(root, 'work')
  const programs = join(root, 'programs')
  const data = join(folder, 'data')
  for (const each of [folder, programs]) await mkdir(each)
  const variables: Record<string, string> = { TROWEL_PASSWORD: password, TROWEL_WORKERS: '1' }
  let service: { readonly address: string; stop(): Promise<void> } | undefined

  const addProgram: Guide['addProgram'] = async (name, script) => {
    const path = join(programs, name)
    await writeFile(path, `#!/bin/sh\n${script}\n`)
    await chmod(path, 0o755)
  }
  const path = [dirname(process.execPath), process.env['PATH']].join(delimiter)
  // The sources are compiled already.
  await addProgram('npx', `[ "$1" = trowel ] && shift && exec node '${commandLine}' "$@"`)
  // This checkout has its libraries: npm only holds them against the lock file.
  await addProgram(
    'npm',
    `PATH='${path}'
case "$1" in
ci) set -- ci --dry-run --offline --prefix '${project}' ;;
install) shift; set -- install --offline --no-audit --no-fund "$@" ;;
*) set -- --prefix '${project}' "$@" ;;
esac
exec npm "$@"`,
  )

  const scriptOf = (lines: string): readonly string[] => [
    '-c',
    `set -eu -o pipefail\n${service ? lines.replaceAll(addresses, service.address) : lines}`,
  ]
  const environment = (): NodeJS.ProcessEnv => ({
    PATH: `${programs}${delimiter}${path}`,
    HOME: root,
    TMPDIR: tmpdir(),
    LC_ALL: 'C.UTF-8',
    ...variables,
  })
  const enter: Guide['enter'] = async (account = superAdmin) => {
    const baseUrl = service?.address ?? ''
    const client = createClient({ baseUrl })
    const { token } = await client.auth.login(account)
    const { key } = await client.apiKeys.create({ label: 'The guide', privilege: 30 })
    Object.assign(variables, { URL: baseUrl, TOKEN: token, KEY: key })
    return client
  }
  const stop = async (): Promise<void> => {
    await service?.stop()
    service = undefined
  }
  return {
    folder,
    variables,
    addProgram,
    layOut: async () => {
      await mkdir(data)
      const like = process.env[laidOut.sqlite]
      if (like === undefined) {
        const storage = await openSqliteStorage({ folder: data, readers: 1, queryTimeMs: 30_000 })
        await layOutIn({ storage, close: () => storage.close() })
      } else await cp(join(like, 'applications'), join(data, 'applications'), { recursive: true })
      await rename(join(data, 'applications', 'dig'), join(data, 'applications', 'vallelunga'))
    },
    run: async (lines) => {
      const options = { cwd: folder, env: environment(), maxBuffer: 16 * 2 ** 20 }
      return (await run('bash', scriptOf(lines), options)).stdout
    },
    begin: async (lines) => {
      const env = { ...environment(), TROWEL_DATA: data, TROWEL_PORT: '0' }
      // A group of its own: Ctrl-C reaches the shell and all that it started.
      const shell = spawn('bash', scriptOf(lines), { cwd: folder, env, detached: true })
      let printed = ''
      for (const stream of [shell.stdout, shell.stderr])
        stream.setEncoding('utf8').on('data', (text: string) => {
          printed += text
        })
      const ended = once(shell, 'exit')
      const interrupt = async (): Promise<void> => {
        if (shell.exitCode === null) process.kill(-(shell.pid ?? 0), 'SIGINT')
        await ended
      }
      service = { address: '', stop: interrupt }
      const listens = /^listening on (http:\S+)$/m
      while (!listens.test(printed) && shell.exitCode === null) await sleep(20)
      const [, address] = listens.exec(printed) ?? []
      if (address === undefined) throw new Error(`It does not listen.\n${printed}`)
      service = { address, stop: interrupt }
      return printed
    },
    enter,
    serve: async (settings = {}) => {
      service = await listenHere({ ...variables, TROWEL_DATA: data, TROWEL_PORT: '0', ...settings })
      return enter()
    },
    stop,
    close: async () => {
      await stop()
      await rm(root, { recursive: true, force: true })
    },
  }
}

/** What a service answered, one object after the other. */
export const answersIn = (printed: string): Record<string, unknown>[] =>
  printed.split(/(?<=\})\s*(?=\{)/).map((text) => JSON.parse(text))

/** The lines of a block that are commands of their own. */
export const commandsIn = (block: string): string[] => block.split('\n').filter((line) => line !== '')

/**
 * Settings as the service reads them from its file `.env`. For systemd all that stands behind `=` is the
 * value: so nothing else may stand in a line.
 */
export function settingsIn(block: string): Record<string, string> {
  const lines = block.split('\n').filter((line) => /^\w+=/.test(line))
  const settings = parseEnv(block) as Record<string, string>
  const read = Object.entries(settings).map(([name, value]) => `${name}=${value}`)
  const written = lines.map((line) => line.replace(/="(.*)"$/, '=$1'))
  if (read.sort().join() !== written.sort().join()) throw new Error(`These are not read alike:\n${block}`)
  return settings
}
