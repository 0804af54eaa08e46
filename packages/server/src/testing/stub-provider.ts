import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

/** Answers as a test wants it to: a provider of OAuth 2.0, or one of OpenID Connect that does not behave. */
export interface StubProvider {
  readonly address: string
  /** Bodies of the requests for tokens so far. */
  readonly tokenRequests: URLSearchParams[]
  /** What a path answers from now on. */
  answer(path: string, reply: StubReply): void
  /** A signed ID token. */
  idToken(claims: Record<string, unknown>): Promise<string>
  close(): Promise<void>
}

export type StubReply = object | string | 'never' | ((response: ServerResponse) => void)

export async function openStubProvider(): Promise<StubProvider> {
  const replies = new Map<string, StubReply>()
  const tokenRequests: URLSearchParams[] = []
  const server = createServer(async (request, response) => {
    const path = request.url?.split('?')[0] ?? ''
    const chunks: Uint8Array[] = []
    for await (const chunk of request) chunks.push(chunk as Uint8Array)
    if (path === '/token') tokenRequests.push(new URLSearchParams(Buffer.concat(chunks).toString()))
    const reply = replies.get(path)
    if (reply === 'never') return
    if (typeof reply === 'function') return reply(response)
    if (reply === undefined) response.statusCode = 404
    response.setHeader('content-type', typeof reply === 'string' ? 'text/html' : 'application/json')
    response.end(typeof reply === 'string' ? reply : JSON.stringify(reply ?? {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  replies.set('/.well-known/openid-configuration', {
    issuer: address,
    authorization_endpoint: `${address}/authorize`,
    token_endpoint: `${address}/token`,
    jwks_uri: `${address}/keys`,
  })
  replies.set('/keys', { keys: [{ ...(await exportJWK(publicKey)), alg: 'RS256', kid: '1', use: 'sig' }] })
  return {
    address,
    tokenRequests,
    answer: (path, reply) => replies.set(path, reply),
    idToken: (claims) =>
      new SignJWT({ iss: address, ...claims })
        .setProtectedHeader({ alg: 'RS256', kid: '1' })
        .setIssuedAt()
        .setExpirationTime('1h')
        .sign(privateKey),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
