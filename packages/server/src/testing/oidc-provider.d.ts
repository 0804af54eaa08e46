declare module 'oidc-provider' {
  import type { RequestListener } from 'node:http'

  interface Account {
    readonly accountId: string
    claims(): Record<string, unknown>
  }

  /** An OpenID provider for tests; it brings no types of its own. */
  export default class Provider {
    constructor(
      issuer: string,
      settings: {
        readonly clients: readonly object[]
        readonly claims: Readonly<Record<string, readonly string[]>>
        readonly cookies: { readonly keys: readonly string[] }
        readonly jwks: { readonly keys: readonly object[] }
        findAccount(context: unknown, id: string): Account
      },
    )
    callback(): RequestListener
  }
}
