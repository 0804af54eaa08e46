import { type ChildProcess, spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { readConfig } from './config.js'
import { isForPeople, start } from './serve.js'

const program = fileURLToPath(new URL('./main.js', import.meta.url))

interface Running {
  readonly process: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
}

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trowel-process-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

describe('the service as a process', () => {
  let started: Running[] = []
  afterEach(async () => {
    for (const { process: child, ended } of started) {
      child.kill('SIGKILL')
      await ended
    }
    started = []
  })

  function run(settings: Record<string, string> = {}): Running {
    const child = spawn(process.execPath, [program], {
      cwd: folder,
      env: { PATH: process.env['PATH'], TROWEL_DATA: join(folder, 'data'), TROWEL_PORT: '0', ...settings },
    })
    let text = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += String(chunk)))
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve))
    const running = { process: child, output: () => text, ended }
    started.push(running)
    return running
  }

  async function address(running: Running): Promise<string> {
    const line = /^listening on (http:\/\/\S+)$/m
    await expect.poll(() => line.test(running.output()), { timeout: 20_000 }).toBe(true)
    return line.exec(running.output())?.[1] ?? ''
  }

  test('prints the address with the real port, and answers there whatever stands in an address', async () => {
    const running = run()
    const url = await address(running)
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/)
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'success', version: '5.0.0' })
    const status = async (path: string) => (await fetch(`${url}${path}`)).status
    expect(await status('/api/new-app/status')).toBe(200)
    // Of many kilobytes, and what cannot be read.
    const filter = encodeURIComponent(JSON.stringify({ notes: { _eq: 'è'.repeat(15_000) } }))
    expect(filter.length).toBeGreaterThan(64 * 1024)
    expect(await status(`/api/records/finds?filter=${filter}`)).toBe(401)
    expect(await status('/api/records/%E0%A4%A')).toBe(400)
    expect(await (await fetch(`${url}/api/%`)).json()).toMatchObject({ status: 'error', code: 'bad_request' })

    running.process.kill('SIGINT')
    expect(await running.ended).toBe(0)
  })

  test('keeps its folder and its secret to itself; after a kill the folder is free again', async () => {
    const first = run()
    const url = await address(first)
    const secret = join(folder, 'data', 'secret')
    expect((await stat(secret)).mode & 0o777).toBe(0o600)
    expect((await stat(join(folder, 'data'))).mode & 0o007).toBe(0)
    expect(await readFile(secret, 'utf8')).toMatch(/^[0-9a-f]{64}$/)
    expect(await refusal()).toMatch(/folder.*(in use|other process|another)/i)
    expect((await fetch(`${url}/readyz`)).status).toBe(200)

    first.process.kill('SIGKILL')
    await first.ended
    const second = run()
    // A connection that stays open does not keep it from ending.
    expect((await fetch(`${await address(second)}/readyz`)).status).toBe(200)
    second.process.kill('SIGTERM')
    expect(await second.ended).toBe(0)
  })

  test('ends with a sentence when its settings are a folder', async () => {
    await mkdir(join(folder, '.env'))
    const running = run()
    expect(await running.ended).toBe(1)
    expect(running.output()).toMatch(/^The settings in \S+\.env cannot be read\. .*remove it\.\n$/)
  })

  test('ends with a sentence when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const running = run({ TROWEL_PORT: String(port), TROWEL_LOG_LEVEL: 'silent' })
    expect(await running.ended).toBe(1)
    expect(running.output()).toMatch(new RegExp(`^Port ${port} .*\\n$`))
    other.close()
  })

  test('settings that cannot be used are all told at once', async () => {
    const running = run({
      TROWEL_PORT: 'many',
      TROWEL_ALLOW_NEW_APP: 'perhaps',
      TROWEL_DATABASE_URL: 'mysql://x',
      TROWEL_FILES_URL: 'https://x',
    })
    expect(await running.ended).toBe(1)
    for (const name of ['TROWEL_PORT', 'TROWEL_ALLOW_NEW_APP', 'TROWEL_DATABASE_URL', 'TROWEL_FILES_URL']) {
      expect(running.output()).toContain(name)
    }
    expect(running.output()).not.toMatch(/node:internal|Error:/)
  })
})

/** Starts the service in this process, which must not succeed. @returns the sentence that people see */
async function refusal(settings: Record<string, string> = {}): Promise<string> {
  const environment = { TROWEL_DATA: join(folder, 'data'), TROWEL_PORT: '0', ...settings }
  const error: unknown = await start(readConfig(environment, 2), pino({ level: 'silent' })).then(
    () => 'it starts',
    (reason: unknown) => reason,
  )
  if (!isForPeople(error)) throw error
  return error.message
}

describe('a service that cannot start says why', () => {
  test.each([
    ['TROWEL_DATA', program],
    ['TROWEL_HOST', '192.0.2.7'],
  ])('%s that cannot be used', async (name, value) => {
    expect(await refusal({ [name]: value })).toContain(`Set ${name} to`)
  })

  test.each([
    ['secret', /secret.* cannot be read \(EISDIR\)\. .*remove it/],
    ['applications', /applications \(EEXIST\)\. Make it a folder/],
  ])('a %s in the data folder that is of another kind', async (path, sentence) => {
    const data = join(folder, 'data')
    await mkdir(data)
    if (path === 'secret') await mkdir(join(data, path))
    else await writeFile(join(data, path), '')
    expect(await refusal()).toMatch(sentence)
  })

  test('a secret that is empty, since everybody could sign with it', async () => {
    await mkdir(join(folder, 'data'))
    await writeFile(join(folder, 'data', 'secret'), '\n')
    expect(await refusal()).toMatch(/secret is empty\. Put the one of before there/)
  })

  test('a storage of files that cannot be reached, without the key', async () => {
    vi.stubEnv('AWS_ENDPOINT_URL', 'http://127.0.0.1:1')
    vi.stubEnv('AWS_ACCESS_KEY_ID', 'digger')
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'opus-reticulatum')
    const said = await refusal({ TROWEL_FILES_URL: 's3://finds/trowel' }).finally(() => vi.unstubAllEnvs())
    expect(said).toMatch(/bucket "finds".*cannot be reached/)
    expect(said).not.toContain('opus-reticulatum')
  })

  test('a database that cannot be reached, without the password', async () => {
    const said = await refusal({ TROWEL_DATABASE_URL: 'postgres://trowel:opus-reticulatum@127.0.0.1:1/none' })
    expect(said).toMatch(/database/i)
    expect(said).not.toContain('opus-reticulatum')
  })
})
