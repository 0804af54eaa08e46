/*
 * What this browser keeps for times without a network: what a person has read, and what he has typed and not
 * saved. Everything stands under the person whose it is, and is gone when he logs out.
 */

interface Person {
  readonly app: string
  readonly email: string
}

export interface OfflineEntry<Content> {
  readonly content: Content
  /** Milliseconds since 1970. */
  readonly at: number
}

/** Answers of the service, small copies of pictures; and texts that nobody has saved yet. */
type StoreName = keyof typeof maxEntries | 'drafts'
const storeNames: readonly StoreName[] = ['answers', 'pictures', 'drafts']
/** What was read and not needed for so long goes. Days, and how many there are at most. */
const lifetime = 30
const maxEntries = { answers: 3_000, pictures: 1_000 } as const
const cachedStores = ['answers', 'pictures'] as const

/** Everything of a person in an application. */
const rangeIn = ({ email, app }: Person) => IDBKeyRange.bound([email, app], [email, app, []])
const keyOf = ({ email, app }: Person, name: string): IDBValidKey => [email, app, name]

let opening: Promise<IDBDatabase> | undefined

function database(): Promise<IDBDatabase> {
  opening ??= new Promise((resolve, reject) => {
    const request = indexedDB.open('trowel', 2)
    request.onupgradeneeded = () => {
      const { objectStoreNames } = request.result
      for (const storeName of storeNames)
        if (!objectStoreNames.contains(storeName))
          request.result.createObjectStore(storeName).createIndex('at', 'at')
    }
    request.onsuccess = () => {
      // A tab with a newer client goes first.
      request.result.onversionchange = () => request.result.close()
      resolve(request.result)
    }
    request.onerror = () => reject(request.error)
    request.onblocked = () => reject(request.error)
  })
  return opening
}

/**
 * Does something with a shelf; browsers that keep nothing, or have no room left, are not complained about.
 */
async function on<Found>(
  storeName: StoreName,
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore) => IDBRequest<Found>,
): Promise<Found | undefined> {
  try {
    const store = (await database()).transaction(storeName, mode).objectStore(storeName)
    return await new Promise((resolve, reject) => {
      const request = act(store)
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error)
    })
  } catch {
    return undefined
  }
}

export const keep = (
  storeName: StoreName,
  person: Person,
  name: string,
  content: unknown,
): Promise<unknown> =>
  on(storeName, 'readwrite', (store) => store.put({ content, at: Date.now() }, keyOf(person, name)))

export const findOffline = <Content>(
  storeName: StoreName,
  person: Person,
  name: string,
): Promise<OfflineEntry<Content> | undefined> =>
  on<OfflineEntry<Content> | undefined>(storeName, 'readonly', (store) => store.get(keyOf(person, name)))

export const drop = (storeName: StoreName, person: Person, name: string): Promise<unknown> =>
  on(storeName, 'readwrite', (store) => store.delete(keyOf(person, name)))

/** Nothing of him in this application stays behind. */
export async function forgetPerson(person: Person): Promise<void> {
  for (const storeName of storeNames)
    await on(storeName, 'readwrite', (store) => store.delete(rangeIn(person)))
}

/**
 * What others have read goes when a user enters: one machine, one reader. What they have typed waits for
 * them.
 */
export async function forgetOthers({ email }: Person): Promise<void> {
  for (const range of [IDBKeyRange.upperBound([email], true), IDBKeyRange.lowerBound([email, []], true)])
    for (const storeName of cachedStores) await on(storeName, 'readwrite', (store) => store.delete(range))
}

/** Makes room: what was read the longest ago goes. */
export async function tidyOffline(): Promise<void> {
  for (const storeName of cachedStores) await tidyStore(storeName)
}

export async function tidyStore(storeName: keyof typeof maxEntries): Promise<void> {
  const old = IDBKeyRange.upperBound(Date.now() - lifetime * 86_400_000)
  const total = (await on(storeName, 'readonly', (store) => store.count())) ?? 0
  let surplus = total - maxEntries[storeName]
  await on(storeName, 'readwrite', (store) => {
    const request = store.index('at').openCursor(surplus > 0 ? null : old)
    request.addEventListener('success', () => {
      const cursor = request.result
      if (!cursor || (surplus <= 0 && !old.includes(cursor.key))) return
      surplus--
      cursor.delete()
      cursor.continue()
    })
    return request
  })
}
