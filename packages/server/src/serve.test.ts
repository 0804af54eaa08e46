import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

const program = fileURLToPath(new URL('./main.js', import.meta.url))

interface Running {
  readonly process: ChildProcess
  readonly output: () => string
  readonly ended: Promise<number | null>
}

describe('the service as a process', () => {
  let folder: string
  let started: Running[]
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'trowel-process-'))
    started = []
  })
  afterEach(async () => {
    for (const { process: child, ended } of started) {
      child.kill('SIGKILL')
      await ended
    }
    await rm(folder, { recursive: true, force: true })
  })

  function start(settings: Record<string, string> = {}): Running {
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

  test.each([
    ['TROWEL_DATA', program],
    ['TROWEL_HOST', '192.0.2.7'],
  ])('%s that cannot be used ends the start with a sentence', async (name, value) => {
    const running = start({ [name]: value, TROWEL_LOG_LEVEL: 'silent' })
    expect(await running.ended).toBe(1)
    expect(running.output()).toContain(`Set ${name} to`)
    expect(running.output()).not.toMatch(/node:internal|Error:/)
  })

  test('prints the address with the real port and answers there', async () => {
    const url = await address(start())
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:[1-9]\d+$/)
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'success', version: '5.0.0' })
    expect((await fetch(`${url}/api/new-app/status`)).status).toBe(200)
  })

  test('a filter of many kilobytes may stand in the address, and addresses that cannot be read are told', async () => {
    const url = await address(start())
    const status = async (path: string) => (await fetch(`${url}${path}`)).status
    const filter = encodeURIComponent(JSON.stringify({ notes: { _eq: 'è'.repeat(15_000) } }))
    expect(filter.length).toBeGreaterThan(64 * 1024)
    expect(await status(`/api/records/finds?filter=${filter}`)).toBe(401)
    expect(await status('/api/records/%E0%A4%A')).toBe(400)
    expect(await (await fetch(`${url}/api/%`)).json()).toMatchObject({ status: 'error', code: 'bad_request' })
  })

  test('keeps its secret to itself', async () => {
    await address(start())
    const path = join(folder, 'data', 'secret')
    expect((await stat(path)).mode & 0o777).toBe(0o600)
    expect(await readFile(path, 'utf8')).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s ends it cleanly, also while a connection stays open',
    async (signal) => {
      const running = start()
      const url = await address(running)
      await fetch(`${url}/healthz`)
      running.process.kill(signal)
      expect(await running.ended).toBe(0)
    },
  )

  test('a second process on the same folder is refused with a sentence, and the first goes on', async () => {
    const url = await address(start())
    const second = start()
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(/folder.*(in use|other process|another)/i)
    expect(second.output()).not.toContain('    at ')
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })

  test('after a kill the folder is free again', async () => {
    const first = start()
    await address(first)
    first.process.kill('SIGKILL')
    await first.ended
    expect((await fetch(`${await address(start())}/readyz`)).status).toBe(200)
  })

  test('a port that is taken is told', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await new Promise((resolve) => other.once('listening', resolve))
    const { port } = other.address() as { port: number }
    const running = start({ TROWEL_PORT: String(port) })
    expect(await running.ended).toBe(1)
    expect(running.output()).toContain(`Port ${port}`)
    other.close()
  })

  test('settings that cannot be used are all told at once', async () => {
    const running = start({
      TROWEL_PORT: 'many',
      TROWEL_ALLOW_NEW_APP: 'perhaps',
      TROWEL_DATABASE_URL: 'mysql://x',
      TROWEL_FILES_URL: 'https://x',
    })
    expect(await running.ended).toBe(1)
    for (const name of ['TROWEL_PORT', 'TROWEL_ALLOW_NEW_APP', 'TROWEL_DATABASE_URL', 'TROWEL_FILES_URL']) {
      expect(running.output()).toContain(name)
    }
  })

  test('a storage of files that cannot be reached is told, without the key', async () => {
    const running = start({
      TROWEL_FILES_URL: 's3://finds/trowel',
      AWS_ENDPOINT_URL: 'http://127.0.0.1:1',
      AWS_ACCESS_KEY_ID: 'digger',
      AWS_SECRET_ACCESS_KEY: 'opus-reticulatum',
    })
    expect(await running.ended).toBe(1)
    expect(running.output()).toMatch(/bucket "finds".*cannot be reached/)
    expect(running.output()).not.toMatch(/opus-reticulatum|\n {4}at /)
  })

  test('a database that cannot be reached is told, without the password', async () => {
    const running = start({ TROWEL_DATABASE_URL: 'postgres://trowel:opus-reticulatum@127.0.0.1:1/none' })
    expect(await running.ended).toBe(1)
    expect(running.output()).toMatch(/database/i)
    expect(running.output()).not.toContain('opus-reticulatum')
  })
})
