import type { ServerResponse } from 'node:http'
import { openStubProvider } from '../packages/server/dist/testing/stub-provider.js'

/** What people read on the button. */
const label = 'University of Val d’Erme'
const id = 'trowel'

/** A stand-in for a university's identity provider: its page lets people in as whoever they say they are. */
export async function openUniversity() {
  const provider = await openStubProvider()
  provider.answer('/authorize', (response) => {
    const asked = new URL(response.req.url ?? '', provider.address).searchParams
    const back = (answer: Record<string, string>) =>
      `${asked.get('redirect_uri')}&${new URLSearchParams({ ...answer, state: asked.get('state') ?? '' })}`
    const as = (email: string) =>
      back({ code: JSON.stringify({ email, nonce: asked.get('nonce') ?? undefined }) })
    page(response, [
      ['Zoë Wörner', as('writer@trowel.example')],
      ['A guest', as('guest@elsewhere.example')],
      ['Back', back({ error: 'access_denied' })],
    ])
  })
  provider.answer('/token', (response) => {
    const { email, nonce } = JSON.parse(provider.tokenRequests.at(-1)?.get('code') ?? '{}')
    void provider
      .idToken({ sub: `subject of ${email}`, aud: id, email, email_verified: true, nonce })
      .then((id_token) => {
        response.setHeader('content-type', 'application/json')
        response.end(JSON.stringify({ access_token: 'a', token_type: 'bearer', id_token }))
      })
  })
  return {
    /** With which a service knows it. */
    settings: {
      TROWEL_OIDC_PROVIDERS: 'university',
      TROWEL_OIDC_UNIVERSITY_ISSUER: provider.address,
      TROWEL_OIDC_UNIVERSITY_ID: id,
      TROWEL_OIDC_UNIVERSITY_SECRET: 'secret of the university',
      TROWEL_OIDC_UNIVERSITY_LABEL: label,
    },
    close: () => provider.close(),
  }
}

function page(response: ServerResponse, links: readonly (readonly [string, string])[]): void {
  response.setHeader('content-type', 'text/html; charset=utf-8')
  const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')
  const list = links.map(([text, address]) => `<li><a href="${escaped(address)}">${text}</a></li>`).join('')
  response.end(`<!doctype html><title>${label}</title><h1>Who are you?</h1><ul>${list}</ul>`)
}
