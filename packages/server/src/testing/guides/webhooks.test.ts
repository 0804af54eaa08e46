import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { certificate } from '../../modules/webhooks/testing/certificate.js'
import { codeBlocks } from '../code-blocks.js'
import { type Guide, openGuide, settingsIn } from './open-guide.js'

const [inside = '', ownAuthority = ''] = codeBlocks('docs/guides/webhooks.md', 'sh')

describe('the guide on webhooks', () => {
  let guide: Guide
  beforeEach(async () => {
    guide = await openGuide()
    await guide.layOut()
  })
  afterEach(() => guide.close())

  test('allows the hosts that it names, and no others', async () => {
    const { webhooks } = await guide.serve(settingsIn(inside))
    const add = (url: string) => webhooks.create({ url })
    expect((await add('http://10.0.0.5:8080/')).status).toBe('success')
    await expect(add('http://10.0.0.6:8080/')).rejects.toMatchObject({ status: 422 })
  })

  test('believes a receiver whose authority the service was started with', async () => {
    const receiver = createServer(certificate, (_request, response) => response.writeHead(204).end())
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
    const { port } = receiver.address() as AddressInfo
    try {
      const authority = join(guide.folder, 'our-authority.pem')
      await writeFile(authority, certificate.cert)
      guide.variables['TROWEL_WEBHOOK_HOSTS'] = '127.0.0.1'
      await guide.begin(ownAuthority.replace('/etc/ssl/our-authority.pem', authority))
      const { webhooks } = await guide.enter()
      const { webhook } = await webhooks.create({ url: `https://127.0.0.1:${port}/` })
      expect(await webhooks.test(webhook.id)).toMatchObject({ delivery: { delivered: true, status: 204 } })
    } finally {
      receiver.closeAllConnections()
      receiver.close()
    }
  })
})
