/** The library that draws maps; fetched when the first map is opened. */
async function load() {
  const [library, worker] = await Promise.all([
    import('maplibre-gl'),
    import('maplibre-gl/dist/maplibre-gl-worker.mjs?worker&url'),
    import('maplibre-gl/dist/maplibre-gl.css'),
  ])
  library.setWorkerUrl(worker.default)
  return library
}

let loading: ReturnType<typeof load> | undefined

export function loadMapLibre(): ReturnType<typeof load> {
  loading ??= load().catch((error: unknown) => {
    // The next map tries again: the connection may have been broken.
    loading = undefined
    throw error
  })
  return loading
}
