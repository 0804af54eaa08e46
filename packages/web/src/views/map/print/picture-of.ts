import type { Map as MapLibre } from 'maplibre-gl'

/** Dots for each pixel of the page: about 290 to an inch. */
const density = 3

/** The map as it stands, fine enough for paper, as the address of a picture. */
export async function pictureOf(map: MapLibre): Promise<string> {
  map.setPixelRatio(density)
  try {
    await map.once('idle')
    return await new Promise((resolve) => {
      // What was drawn is there for as long as this is called, and gone afterwards.
      map.once('render', () => resolve(map.getCanvas().toDataURL()))
      map.triggerRepaint()
    })
  } finally {
    map.setPixelRatio(window.devicePixelRatio)
  }
}
