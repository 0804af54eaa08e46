import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codeBlocks } from '../code-blocks.js'
import { type Guide, openGuide } from './open-guide.js'

describe('the guide on logging in elsewhere', () => {
  let guide: Guide
  beforeAll(async () => {
    guide = await openGuide()
    await guide.layOut()
  })
  afterAll(() => guide.close())

  test('tells the provider the address that the service sends it', async () => {
    const [address = ''] = codeBlocks('docs/guides/sign-in-providers.md', '')
    const origin = 'https://records.example'
    await guide.serve({
      TROWEL_PUBLIC_URL: origin,
      TROWEL_OAUTH_GOOGLE_ID: 'google-id',
      TROWEL_OAUTH_GOOGLE_SECRET: 'secret-of-google',
    })
    const begin = `/api/auth/oauth/google/redirect?app=vallelunga&origin=${origin}`
    const reply = await fetch(`${guide.variables['URL']}${begin}`)
    const { url } = (await reply.json()) as { url: string }
    expect(new URL(url).searchParams.get('redirect_uri')).toBe(address.trim())
  })
})
