import type { Kind } from './colour-by.js'
import type { Marks } from './marks.js'
import { paint } from './paint.js'
import { lightPalette } from './palette.js'
import type { Layout } from './use-layout.js'

/** Browsers draw no more than about so many points. */
const maxPoints = 60_000_000
const maxSidePixels = 16_000
const margin = { left: 52, top: 90, right: 28, bottom: 28 }

/** What is drawn. */
export interface Picture {
  readonly layout: Layout
  readonly marks: Marks
  readonly title: string
  readonly kinds: readonly Kind[]
  readonly isolatedTitle: string
}

/** The whole drawing as a PNG. */
export const pictureOf = (picture: Picture): Promise<Blob | null> =>
  new Promise((resolve) => {
    const canvas = drawPicture(picture)
    if (canvas) canvas.toBlob(resolve, 'image/png')
    else resolve(null)
  })

/** The whole drawing with its name and legend, by day, in twice its size where that is possible. */
export function drawPicture({
  layout,
  marks,
  title,
  kinds,
  isolatedTitle,
}: Picture): HTMLCanvasElement | undefined {
  const width = Math.max(layout.width + margin.left + margin.right, 640)
  const height = layout.height + margin.top + margin.bottom
  const scale = Math.min(2, maxSidePixels / Math.max(width, height), Math.sqrt(maxPoints / (width * height)))
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * scale)
  canvas.height = Math.round(height * scale)
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.scale(scale, scale)
  paint(
    pen,
    { layout, marks, palette: lightPalette, isolatedTitle },
    { x: margin.left, y: margin.top, scale: 1 },
    { width, height },
  )
  pen.fillStyle = lightPalette.paper
  pen.fillRect(0, 0, width, margin.top - 14)
  pen.fillStyle = lightPalette.text
  pen.textAlign = 'left'
  pen.font = '600 20px system-ui, sans-serif'
  pen.fillText(title, 18, 34)
  pen.font = '12px system-ui, sans-serif'
  let x = 18
  kinds.forEach(({ label }, place) => {
    pen.fillStyle = lightPalette.value(place, kinds.length)
    pen.strokeStyle = lightPalette.edge
    pen.fillRect(x, 48, 18, 13)
    pen.strokeRect(x, 48, 18, 13)
    pen.fillStyle = lightPalette.text
    pen.fillText(label, x + 24, 59)
    x += 24 + pen.measureText(label).width + 18
  })
  return canvas
}
