import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { describe, expect, test } from 'vitest'
import { signedHeaders } from './secret.js'

const guide = new URL('../../../../../docs/guides/webhooks.md', import.meta.url)
const secret = `whsec_${Buffer.from('a secret that only tests have :-)').toString('base64')}`

/** The receiver as the guide has it, in a process of its own. */
async function startReceiver() {
  const code = /<!-- receiver -->\n```js\n([\s\S]*?)```/.exec(await readFile(guide, 'utf8'))?.[1] ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'trowel-receiver-'))
  const path = join(folder, 'receiver.mjs')
  await writeFile(path, code)
  const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: '0' }
  const program = spawn(process.execPath, [path], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const lines = createInterface({ input: program.stdout })[Symbol.asyncIterator]()
  const readLine = async (): Promise<string> => (await lines.next()).value ?? ''
  const port = /\d+$/.exec(await readLine())?.[0]
  return {
    url: `http://127.0.0.1:${port}/`,
    readLine,
    stop: async () => {
      program.kill()
      await once(program, 'exit')
      await rm(folder, { recursive: true })
    },
  }
}

describe('the receiver of the guide', () => {
  test('takes what is signed and fresh, and nothing else', async () => {
    const { url, readLine, stop } = await startReceiver()
    const now = Math.floor(Date.now() / 1000)
    const body = JSON.stringify({ type: 'change_set', data: { change_set: { id: 7, title: '1 record' } } })
    const ask = async (secrets: readonly string[], text = body, timestamp = now) => {
      const headers = signedHeaders(secrets, { id: 'dig-1-7', timestamp, body })
      return (await fetch(url, { method: 'POST', body: text, headers: { ...headers } })).status
    }
    const other = `whsec_${Buffer.from('another secret').toString('base64')}`
    expect(await ask([secret])).toBe(204)
    expect(await readLine()).toBe('7: 1 record')
    expect(await ask([other, secret])).toBe(204)
    expect(await ask([other])).toBe(401)
    expect(await ask([secret], body.replace('7', '8'))).toBe(401)
    expect(await ask([secret], body, now - 600)).toBe(401)
    await stop()
  })
})
