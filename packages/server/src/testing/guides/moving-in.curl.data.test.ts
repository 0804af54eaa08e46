import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Facts, makeInstallation } from '../../modules/adoption/testing/made-installation.js'
import { codeBlocks } from '../code-blocks.js'
import { listenHere } from '../listen-here.js'
import { answersIn, type Guide, openGuide, settingsIn } from './open-guide.js'

const page = 'docs/guides/moving-in.md'
const [look = '', adopt = '', caddy = '', ask = ''] = codeBlocks(page, '')
const [setting = ''] = codeBlocks(page, 'sh')
const [nginx = ''] = codeBlocks(page, 'nginx')

/** What a web server does by its lines of the page. */
interface WebServer {
  readonly name: string
  /** Where it hands requests on. */
  readonly to: string
  /** What it makes of an address. */
  readonly change: (path: string) => string
}

const webServers: readonly WebServer[] = [
  {
    name: 'nginx',
    to: /^ *proxy_pass (\S+);$/m.exec(nginx)?.[1] ?? '',
    change: (path) => {
      const place = /^location ~ (\S+) \{$/m.exec(nginx)?.[1] ?? ''
      const [, from = '', to = ''] = /^ *rewrite (\S+) (\S+) break;$/m.exec(nginx) ?? []
      return new RegExp(place).test(path) ? path.replace(new RegExp(from), to) : path
    },
  },
  {
    name: 'Caddy',
    to: `http://${/^ *reverse_proxy (\S+)$/m.exec(caddy)?.[1]}`,
    change: (path) => {
      const place = /^ *@old path (\S+)\*$/m.exec(caddy)?.[1] ?? ''
      const prefix = /^ *uri @old strip_prefix (\S+)$/m.exec(caddy)?.[1] ?? ''
      return path.startsWith(place) && path.startsWith(prefix) ? path.slice(prefix.length) : path
    },
  },
]

/** Such a web server, with a service that listens elsewhere than the page says. */
async function openWebServer({ to, change }: WebServer, service: string) {
  const upstream = to.replace('http://127.0.0.1:8530', service)
  const server = createServer(async (request, response) => {
    const { authorization = '' } = request.headers
    const address = new URL(change(request.url ?? ''), upstream)
    const reply = await fetch(address, { headers: { authorization } })
    response.writeHead(reply.status).end(await reply.text())
  }).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
  }
}

describe('the guide on moving in', () => {
  let guide: Guide
  let facts: Facts
  let service: Awaited<ReturnType<typeof listenHere>> | undefined
  beforeAll(async () => {
    guide = await openGuide()
    const made = makeInstallation(join(guide.folder, 'old'))
    facts = made.facts
    const here = (block: string) => block.replaceAll('/srv/old/projects/kilnbrook', made.path)
    expect(await guide.run(here(look))).toContain('Nothing was written.')
    expect(await guide.run(here(adopt))).toMatch(/\nkilnbrook +on +4 +Kilnbrook/)
  })
  afterAll(async () => {
    await service?.stop()
    await guide.close()
  })
  async function serve(settings: Readonly<Record<string, string>> = {}): Promise<string> {
    await service?.stop()
    service = await listenHere({ TROWEL_DATA: join(guide.folder, 'data'), TROWEL_PORT: '0', ...settings })
    return service.address
  }

  test('leaves a report of what was adopted', async () => {
    const report = JSON.parse(await readFile(join(guide.folder, 'adopted.json'), 'utf8'))
    expect(report).toMatchObject({ app: 'kilnbrook', planned: false })
  })

  test('opens old addresses of files to everybody by its setting alone', async () => {
    const file = facts.files.find(({ id, path }) => path !== null && id !== facts.missing_file)
    const address = `/projects/kilnbrook/files/${file?.id}.${file?.ext}`
    const status = async (settings?: Record<string, string>) =>
      (await fetch((await serve(settings)) + address)).status
    expect([await status(), await status(settingsIn(setting))]).toEqual([401, 200])
  })

  test.each(webServers)(
    'serves programs with their old key and their old address behind $name',
    async (webServer) => {
      const key = facts.keys.find(({ active }) => active)?.key ?? ''
      const front = await openWebServer(webServer, await serve())
      const lines = ask.replace('https://records.example', front.address).replace('5b0e…c9', key)
      const old = lines.replace('/api/', '/kilnbrook/api/')
      try {
        for (const each of [lines, old])
          expect(answersIn(await guide.run(each))).toMatchObject([
            { status: 'success', total: facts.adopted['finds'] },
          ])
      } finally {
        front.close()
      }
    },
  )
})
