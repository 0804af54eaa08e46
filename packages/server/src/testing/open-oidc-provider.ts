import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import Provider from 'oidc-provider'

/** A real OpenID provider on this machine, and a person with a browser. */
export interface OidcProvider {
  readonly issuer: string
  /** Logs in as a person and agrees to everything. @returns where the browser is sent in the end */
  logIn(address: string, as: string): Promise<string>
  /** Logs in nowhere. @returns where the browser is sent in the end */
  refuse(address: string): Promise<string>
  close(): Promise<void>
}

/**
 * @param redirectUri where people may be sent back to
 * @param profiles what the provider says of whom, by the name with which he logs in there
 */
export async function openOidcProvider(
  client: { readonly id: string; readonly secret: string },
  redirectUri: string,
  profiles: Readonly<Record<string, Readonly<Record<string, unknown>>>>,
): Promise<OidcProvider> {
  let listener: ReturnType<Provider['callback']> | undefined
  const server = createServer((request, response) => listener?.(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(issuer, {
    clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['of the tests'] },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: `subject of ${id}`, ...profiles[id] }),
    }),
  })
  listener = provider.callback()

  const browse = async (start: string, onForm: (form: string, page: string) => URLSearchParams | string) => {
    const cookies = new Map<string, string>()
    let address = start
    let form: URLSearchParams | undefined
    for (let step = 0; step < 20; step++) {
      const reply = await fetch(address, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
        ...(form && { method: 'POST', body: form }),
      })
      form = undefined
      for (const cookie of reply.headers.getSetCookie()) {
        const [name = '', value = ''] = cookie.split(';')[0]?.split('=') ?? []
        cookies.set(name, value)
      }
      const location = reply.headers.get('location')
      const page = await reply.text()
      if (location !== null) {
        address = new URL(location, address).href
        if (!address.startsWith(issuer)) return address
        continue
      }
      const next = onForm(address, page)
      if (typeof next === 'string') address = new URL(next, address).href
      else form = next
    }
    throw new Error(`The provider leads nowhere: ${address}`)
  }

  return {
    issuer,
    logIn: (address, as) =>
      browse(address, (_form, page) => {
        const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
        if (prompt === undefined) throw new Error(`The provider shows no form: ${page}`)
        return new URLSearchParams({ prompt, login: as, password: 'x' })
      }),
    refuse: (address) => browse(address, (form) => `${form}/abort`),
    close: () =>
      new Promise((resolve, reject) => {
        server.close((error) => (error ? reject(error) : resolve()))
        server.closeAllConnections()
      }),
  }
}
