import type { ExpressionSpecification, Map as MapLibre } from 'maplibre-gl'
import type { MapColours } from './map-colours.js'

/*
 * A circle that stands for many points is a ring whose colours are those of the points, each as long as its
 * share. Its name says all that is drawn, so that equal rings are one image: `ring|#221f1b|22|#c0622f:7,…`.
 */

/** Shares are told in parts of the ring, so that there are not as many images as circles. */
const partsOfRing = 24
const firstWord = 'ring'

/** In which property of a cluster stands how many points of a colour it holds. */
export const countProperty = (place: number): string => `colour ${place}`

/** The name of the image of a cluster. */
export function clusterImage(colours: readonly string[], { halo }: MapColours): ExpressionSpecification {
  const shareOf = (place: number): ExpressionSpecification => [
    'to-string',
    ['ceil', ['/', ['*', ['get', countProperty(place)], partsOfRing], ['get', 'point_count']]],
  ]
  const radius: ExpressionSpecification = ['step', ['get', 'point_count'], 15, 10, 17, 100, 20, 1000, 25]
  const shares = colours.flatMap((colour, place) => [`${colour}:`, shareOf(place), ','])
  return ['concat', `${firstWord}|${halo}|`, ['to-string', radius], '|', ...shares]
}

/** What is inside the name of such an image; `undefined` for the name of another. */
function readName(name: string) {
  const [word, ground, radius, shares] = name.split('|')
  if (word !== firstWord || ground === undefined || shares === undefined) return undefined
  const parts = shares.split(',').flatMap((share) => {
    const [colour, count] = share.split(':')
    return colour !== undefined && Number(count) > 0 ? [{ colour, count: Number(count) }] : []
  })
  return { ground, radius: Number(radius), parts }
}

/** Draws each ring when the map asks for it first. */
export function drawClusterImages(map: MapLibre): void {
  map.setMissingStyleImageResolver(async (id) => {
    const read = readName(id)
    if (read) map.addImage(id, ring(read), { pixelRatio: 2 })
  })
}

function ring({ ground, radius, parts }: NonNullable<ReturnType<typeof readName>>): ImageData {
  const side = (radius + 1) * 4
  const canvas = new OffscreenCanvas(side, side)
  const context = canvas.getContext('2d')
  if (!context) return new ImageData(side, side)
  const middle = side / 2
  const disc = (colour: string, size: number, from = 0, to = 2 * Math.PI) => {
    context.fillStyle = colour
    context.beginPath()
    context.moveTo(middle, middle)
    context.arc(middle, middle, size * 2, from, to)
    context.fill()
  }
  disc(ground, radius + 1)
  const all = parts.reduce((sum, { count }) => sum + count, 0)
  let turned = -Math.PI / 2
  for (const { colour, count } of parts) {
    const end = turned + (count / all) * 2 * Math.PI
    disc(colour, radius, turned, end)
    turned = end
  }
  disc(ground, radius - 4.5)
  return context.getImageData(0, 0, side, side)
}
