import { client } from './session.js'

const wishKey = 'trowel.wish'
const windowKey = 'trowel.loginWindow'

/** Leaves for an identity provider; `to` is where the person wants to be afterwards. */
export async function leaveForProvider(provider: string, app: string, to: string | undefined): Promise<void> {
  const { url } = await client.auth.providerRedirect(provider, { app, origin: window.location.origin })
  if (to === undefined) sessionStorage.removeItem(wishKey)
  else sessionStorage.setItem(wishKey, to)
  window.location.assign(url)
}

/** Where the person wanted to be before leaving for a provider; only places of the application that was entered. */
export function wishAfterProvider(app: string): string | undefined {
  const wish = sessionStorage.getItem(wishKey)
  sessionStorage.removeItem(wishKey)
  return wish?.startsWith(`/app/${app}`) ? wish : undefined
}

/**
 * Asks a provider in a window of its own, while this one keeps what was typed. To be called by the click itself: browsers stop a window
 * that opens later.
 */
export async function askProviderBeside(provider: string, app: string): Promise<void> {
  // A new window begins with a copy of what this one has stored.
  sessionStorage.setItem(windowKey, app)
  const beside = window.open('', '_blank')
  sessionStorage.removeItem(windowKey)
  try {
    const { url } = await client.auth.providerRedirect(provider, { app, origin: window.location.origin })
    if (beside) beside.location.href = url
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
