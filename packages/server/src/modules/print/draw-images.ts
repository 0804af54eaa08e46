import { scaleBarOf } from '@trowel/contract/lengths.js'
import { type MarkShape, markShapes, type PictureSize } from '@trowel/contract/mark-shapes.js'
import { drawScaleBar } from './draw-scale.js'
import { heightOf, type Paper } from './paper.js'
import { gutter, ink, type } from './paper-style.js'
import type { Block, PrintedImage } from './print-document.js'

const maxHeights = { alone: 330, beside: 200, small: 150 }
/** Between a picture and its caption. */
const gap = 4

/**
 * Pictures with their captions, two in a row where it is not said how many; one alone has the whole width,
 * unless all are to be small. None is cut by the end of a page.
 */
export function drawImages(
  paper: Paper,
  { images, areSmall, perRow = images.length === 1 && !areSmall ? 1 : 2 }: Extract<Block, { kind: 'images' }>,
): void {
  const width = (paper.width - gutter * (perRow - 1)) / perRow
  const maxHeight = areSmall || perRow > 2 ? maxHeights.small : maxHeights[perRow === 1 ? 'alone' : 'beside']
  for (let at = 0; at < images.length; at += perRow)
    drawBeside(paper, images.slice(at, at + perRow), width, maxHeight)
}

function drawBeside(
  paper: Paper,
  images: readonly PrintedImage[],
  width: number,
  maxImageHeight: number,
): void {
  const drawn = images.map((image) => {
    const scale = Math.min(width / image.width, maxImageHeight / image.height, 1)
    const lines = paper.set([[{ text: image.caption }]], type.caption, width)
    return { image, lines, width: image.width * scale, height: image.height * scale }
  })
  const imageHeight = Math.max(...drawn.map(({ height }) => height))
  const height = imageHeight + gap + Math.max(...drawn.map(({ lines }) => heightOf(lines)))
  paper.keep(height)
  drawn.forEach(({ image, lines, ...size }, place) => {
    const x = paper.left + place * (width + gutter)
    drawImage(paper, image, x, size)
    paper.drawAll(lines, x, paper.y + imageHeight + gap, width)
  })
  paper.y += height + 10
}

/** One picture as large as the rest of the page, with all of its caption below it. */
export function drawPicture(paper: Paper, image: PrintedImage): void {
  const lines = paper.set([[{ text: image.caption }]], type.value, paper.width)
  const room = Math.max(paper.room - heightOf(lines) - 2 * gap, 120)
  const scale = Math.min(paper.width / image.width, room / image.height)
  const size = { width: image.width * scale, height: image.height * scale }
  drawImage(paper, image, paper.left + (paper.width - size.width) / 2, size)
  paper.y = paper.drawAll(lines, paper.left, paper.y + size.height + 2 * gap, paper.width)
}

/** A picture at the height where the page stands, with what people drew on it and its scale. */
function drawImage(paper: Paper, image: PrintedImage, x: number, size: PictureSize): void {
  const { pdf, y } = paper
  pdf.image(image.path, x, y, size)
  pdf.save()
  pdf.rect(x, y, size.width, size.height).clip()
  pdf.translate(x, y).lineCap('round').lineJoin('round')
  for (const mark of image.marks) for (const shape of markShapes(mark, size)) drawShape(paper, shape)
  if (image.pixelsPerCm !== null && size.width > minWidthOfScale) {
    const pointsPerCm = (image.pixelsPerCm * size.width) / image.width
    const bar = scaleBarOf(pointsPerCm, Math.min(size.width * 0.4, 140))
    drawScaleBar(paper, 10, size.height - 12, bar)
  }
  pdf.restore()
  pdf.rect(x, y, size.width, size.height).lineWidth(0.4).strokeColor(ink.rule).stroke()
}

const minWidthOfScale = 90

function drawShape(paper: Paper, shape: MarkShape): void {
  const { pdf } = paper
  switch (shape.kind) {
    case 'stroke':
      pdf.path(shape.path).lineWidth(shape.width).stroke(shape.colour)
      return
    case 'fill':
      pdf.path(shape.path).fill(shape.colour)
      return
    case 'text': {
      const style = { size: shape.size, leading: shape.size, colour: shape.colour }
      const line = paper.setOne(shape.text, style, 10_000, shape.isCentred)
      if (!line) return
      const x = shape.isCentred ? shape.x - line.line.width / 2 : shape.x
      paper.drawLetters(line, x, shape.y, shape.outline)
    }
  }
}
