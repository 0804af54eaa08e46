import type { FileObject } from '@trowel/contract/files.js'
import { scaleBarOf } from '@trowel/contract/lengths.js'
import { type MarkShape, markMeasures, markShapes, type PictureSize } from '@trowel/contract/mark-shapes.js'
import { pictureWidths } from '@trowel/contract/model/picture-widths.js'
import { client } from '../../../core/session.js'
import { onlyCopies } from './rendition.js'

/** Browsers on telephones draw no larger pictures. */
const maxPixels = 16_000_000
const font = 'sans-serif'

/** A picture with what is drawn on it and its scale, as a file that programs for pictures open. */
export async function markedPicture(file: FileObject, as: 'png' | 'svg'): Promise<Blob> {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d')
  const picture = await loaded(file)
  const own = { width: file.width ?? picture.naturalWidth, height: file.height ?? picture.naturalHeight }
  const factor = Math.min(1, Math.sqrt(maxPixels / (own.width * own.height)))
  const size = { width: Math.round(own.width * factor), height: Math.round(own.height * factor) }
  Object.assign(canvas, size)
  if (!context) throw new Error('This browser draws no pictures.')
  context.drawImage(picture, 0, 0, size.width, size.height)
  const shapes = [
    ...file.marks.flatMap((mark) => markShapes(mark, size)),
    ...(file.pixels_per_cm === null ? [] : scaleShapes((file.pixels_per_cm * size.width) / own.width, size)),
  ]
  if (as === 'svg')
    return new Blob([svgText(canvas, shapes, mayBeSeeThrough(file))], { type: 'image/svg+xml' })
  for (const shape of shapes) drawShape(context, shape)
  return blobOf(canvas)
}

/** Upright: a browser turns pictures as their cameras say. */
function loaded(file: FileObject): Promise<HTMLImageElement> {
  const width = onlyCopies.has(file.ext) ? pictureWidths.at(-1) : undefined
  const picture = new Image()
  picture.src = client.files.url(file, width === undefined ? {} : { w: width })
  return picture.decode().then(() => picture)
}

const blobOf = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture is too large.')))),
  )

/** Photographs take a tenth of the room as JPEG; what may be see-through stays so. */
const mayBeSeeThrough = ({ ext }: FileObject): boolean => !['jpg', 'jpeg', 'tif', 'tiff'].includes(ext)

function scaleShapes(pixelsPerCm: number, picture: PictureSize): MarkShape[] {
  const { letters } = markMeasures('medium', picture)
  const { length, text } = scaleBarOf(pixelsPerCm, picture.width * 0.25)
  const [left, bottom, thick] = [letters, picture.height - letters, letters * 0.4]
  const box = (x: number, y: number, width: number, height: number) =>
    `M${x} ${y}h${width}v${height}h${-width}Z`
  return [
    {
      kind: 'fill',
      path: box(left - letters / 2, bottom - letters * 1.9, length + letters, letters * 2.3),
      colour: '#ffffff',
    },
    { kind: 'fill', path: box(left, bottom - thick, length / 2, thick), colour: '#1a1a1a' },
    {
      kind: 'stroke',
      path: box(left, bottom - thick, length, thick),
      colour: '#1a1a1a',
      width: letters / 16,
    },
    {
      kind: 'text',
      text,
      x: left,
      y: bottom - thick - letters * 0.35,
      size: letters,
      colour: '#1a1a1a',
      isCentred: false,
      outline: undefined,
    },
  ]
}

function drawShape(context: CanvasRenderingContext2D, shape: MarkShape): void {
  context.lineCap = 'round'
  context.lineJoin = 'round'
  if (shape.kind === 'text') {
    context.font = `${shape.isCentred ? 700 : 500} ${shape.size}px ${font}`
    context.textAlign = shape.isCentred ? 'center' : 'start'
    if (shape.outline) {
      context.strokeStyle = shape.outline.colour
      context.lineWidth = shape.outline.width
      context.strokeText(shape.text, shape.x, shape.y)
    }
    context.fillStyle = shape.colour
    context.fillText(shape.text, shape.x, shape.y)
    return
  }
  const path = new Path2D(shape.path)
  if (shape.kind === 'fill') {
    context.fillStyle = shape.colour
    context.fill(path)
  } else {
    context.strokeStyle = shape.colour
    context.lineWidth = shape.width
    context.stroke(path)
  }
}

/** The picture inside the drawing, so that it is one file; each mark stays an object that can be changed. */
function svgText(canvas: HTMLCanvasElement, shapes: readonly MarkShape[], asPng: boolean): string {
  const { width, height } = canvas
  const picture = asPng ? canvas.toDataURL('image/png') : canvas.toDataURL('image/jpeg', 0.92)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">`,
    `<image width="${width}" height="${height}" href="${picture}"/>`,
    '<g stroke-linecap="round" stroke-linejoin="round">',
    ...shapes.map(svgOf),
    '</g></svg>',
  ].join('\n')
}

function svgOf(shape: MarkShape): string {
  if (shape.kind === 'fill') return `<path d="${shape.path}" fill="${shape.colour}"/>`
  if (shape.kind === 'stroke')
    return `<path d="${shape.path}" fill="none" stroke="${shape.colour}" stroke-width="${shape.width}"/>`
  const { x, y, size, colour, isCentred, outline, text } = shape
  const edge = outline
    ? ` stroke="${outline.colour}" stroke-width="${outline.width}" paint-order="stroke"`
    : ''
  const anchor = isCentred ? ' text-anchor="middle" font-weight="700"' : ' font-weight="500"'
  return `<text x="${x}" y="${y}" font-family="${font}" font-size="${size}" fill="${colour}"${anchor}${edge}>${escaped(text)}</text>`
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string): string => text.replace(/[&<>"]/g, (one) => entities[one] ?? one)
