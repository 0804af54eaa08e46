/*
 * Lets the client open without a network. It keeps the files that the client consists of, and its page; never
 * an answer of the service: what a person has read is kept by the client itself, under that person.
 */

/** Every file of the client, and a name that changes with them. Written here by the bundler. */
declare const files: readonly string[]
declare const release: string

declare const self: ServiceWorkerGlobalScope
const cacheName = `trowel ${release}`
/** Any of the addresses that a person may open is answered with the same page. */
const page = '/'
const entrances = /^\/(?:$|login$|setup$|app\/)/

self.addEventListener('install', (event) => {
  // Whatever the person does meanwhile goes first.
  const wanted = [page, ...files].map((file) => new Request(file, { priority: 'low' }))
  const keepAll = async () => (await caches.open(cacheName)).addAll(wanted)
  event.waitUntil(keepAll())
})

self.addEventListener('activate', (event) => {
  const takeOver = async () => {
    for (const name of await caches.keys()) if (name !== cacheName) await caches.delete(name)
    await self.clients.claim()
  }
  event.waitUntil(takeOver())
})

self.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method !== 'GET' || origin !== self.location.origin) return
  if (pathname.startsWith('/assets/')) event.respondWith(keptOr(request))
  else if (request.mode === 'navigate' && entrances.test(pathname)) event.respondWith(freshOrKept(request))
})

/** Files change their names with their content: the one that is kept is the right one. */
const keptOr = async (request: Request): Promise<Response> => (await caches.match(request)) ?? fetch(request)

async function freshOrKept(request: Request): Promise<Response> {
  try {
    return await fetch(request)
  } catch (error) {
    const kept = await caches.match(page)
    if (!kept) throw error
    return kept
  }
}
