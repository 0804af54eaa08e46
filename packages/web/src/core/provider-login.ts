import { ApiError } from '@trowel/client'
import { client, enterFirst } from './session.js'

const targetKey = 'trowel.wish'
const windowKey = 'trowel.loginWindow'
const verifierKey = 'trowel.loginVerifier'

/** Leaves for an identity provider; `to` is where the person wants to be afterwards. */
export async function leaveForProvider(provider: string, app: string, to: string | undefined): Promise<void> {
  const url = await begin(provider, app, window)
  if (to === undefined) sessionStorage.removeItem(targetKey)
  else sessionStorage.setItem(targetKey, to)
  window.location.assign(url)
}

/** Where the browser goes, once the window that goes there has what its answer is exchanged with. */
async function begin(provider: string, app: string, goes: Window): Promise<string> {
  const { origin } = window.location
  const { url, verifier } = await client.auth.providerRedirect(provider, { app, origin })
  if (verifier !== undefined) goes.sessionStorage.setItem(verifierKey, verifier)
  return url
}

/**
 * Enters with the code with which a provider led back, in the window that asked it: any page can lead a
 * browser to a code, so one that this window did not wait for is not looked at.
 *
 * @returns why the person is not let in; undefined when he is
 */
export async function enterWithCode(app: string, code: string): Promise<string | undefined> {
  const verifier = sessionStorage.getItem(verifierKey)
  sessionStorage.removeItem(verifierKey)
  if (verifier === null) return 'invalid_state'
  try {
    const { token } = await client.auth.exchange({ app, code, verifier })
    enterFirst(token)
    return undefined
  } catch (error) {
    return error instanceof ApiError ? error.code : 'oauth_error'
  }
}

/**
 * Where the person wanted to be before leaving for a provider; only places of the application that was
 * entered.
 */
export function targetAfterProvider(app: string): string | undefined {
  const target = sessionStorage.getItem(targetKey)
  sessionStorage.removeItem(targetKey)
  return target?.startsWith(`/app/${app}`) ? target : undefined
}

/**
 * Asks a provider in a window of its own, while this one keeps what was typed. To be called by the click
 * itself: browsers stop a window that opens later.
 */
export async function askProviderBeside(provider: string, app: string): Promise<void> {
  // A new window begins with a copy of what this one has stored.
  sessionStorage.setItem(windowKey, app)
  const beside = window.open('', '_blank')
  sessionStorage.removeItem(windowKey)
  try {
    if (beside) beside.location.href = await begin(provider, app, beside)
    else await leaveForProvider(provider, app, undefined)
  } catch (error) {
    beside?.close()
    throw error
  }
}

/** Closes this window if it was opened only to ask a provider. */
export function closeLoginWindow(): void {
  if (sessionStorage.getItem(windowKey) === null) return
  sessionStorage.removeItem(windowKey)
  window.close()
}
