/** Where the token of a session is kept. A client has one place; what it holds is a text without meaning to others. */
export interface TokenStorage {
  read(): string | null
  write(text: string): void
  clear(): void
}

/** Gone with the client that has it. */
export function inMemory(): TokenStorage {
  let kept: string | null = null
  return {
    read: () => kept,
    write: (text) => {
      kept = text
    },
    clear: () => {
      kept = null
    },
  }
}

/**
 * In a browser the storage of the tab, which outlives a reload and is not shared, so that several applications can be open side by
 * side; elsewhere, and where the browser keeps nothing, memory.
 */
export function perTab(): TokenStorage {
  const tab = storageOfTab()
  if (!tab) return inMemory()
  const name = 'trowel.token'
  return {
    read: () => tab.getItem(name),
    write: (text) => tab.setItem(name, text),
    clear: () => tab.removeItem(name),
  }
}

/** Browsers that are told to keep nothing throw when they are asked for the storage. */
function storageOfTab(): Storage | undefined {
  try {
    return typeof window === 'undefined' ? undefined : window.sessionStorage
  } catch {
    return undefined
  }
}
