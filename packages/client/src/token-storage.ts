/**
 * Where the token of a session is kept. A client has one place; what it holds is a text without meaning to
 * others.
 */
export interface TokenStorage {
  read(): string | null
  write(text: string): void
  clear(): void
}

/** Gone with the client that has it. */
export function inMemory(): TokenStorage {
  let stored: string | null = null
  return {
    read: () => stored,
    write: (text) => {
      stored = text
    },
    clear: () => {
      stored = null
    },
  }
}

/**
 * In a browser the storage of the tab, which outlives a reload and is not shared, so that several
 * applications can be open side by side; elsewhere, and where the browser keeps nothing, memory.
 */
export const perTab = (): TokenStorage => inStorage('sessionStorage', 'trowel.token')

/** In a browser what all its tabs share and what outlives them; elsewhere memory. */
export const perBrowser = (): TokenStorage => inStorage('localStorage', 'trowel.devices')

function inStorage(which: 'sessionStorage' | 'localStorage', name: string): TokenStorage {
  const storage = storageOf(which)
  if (!storage) return inMemory()
  return {
    read: () => storage.getItem(name),
    write: (text) => {
      try {
        storage.setItem(name, text)
      } catch {
        // There is no room for it. The token of an earlier session must not stay in its place.
        storage.removeItem(name)
      }
    },
    clear: () => storage.removeItem(name),
  }
}

/** Browsers that are told to keep nothing throw when they are asked for the storage. */
function storageOf(which: 'sessionStorage' | 'localStorage'): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window[which]
  } catch {
    return undefined
  }
}
