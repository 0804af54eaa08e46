import { heightOf, type Paper } from './paper.js'
import { gutter, ink, type } from './paper-style.js'
import type { PrintedImage } from './print-document.js'

const tallest = { alone: 330, beside: 200, small: 150 }

/**
 * Pictures with their captions, two in a row; one alone has the whole width, unless all are to be small. None
 * is cut by the end of a page.
 */
export function drawImages(paper: Paper, images: readonly PrintedImage[], areSmall: boolean): void {
  if (!areSmall && images.length === 1 && images[0]) {
    drawBeside(paper, [images[0]], paper.width, tallest.alone)
    return
  }
  const width = (paper.width - gutter) / 2
  for (let at = 0; at < images.length; at += 2)
    drawBeside(paper, images.slice(at, at + 2), width, areSmall ? tallest.small : tallest.beside)
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
    return { path: image.path, lines, width: image.width * scale, height: image.height * scale }
  })
  const imageHeight = Math.max(...drawn.map(({ height }) => height))
  const height = imageHeight + 4 + Math.max(...drawn.map(({ lines }) => heightOf(lines)))
  paper.keep(height)
  drawn.forEach(({ path, lines, ...size }, place) => {
    const x = paper.left + place * (width + gutter)
    paper.pdf.image(path, x, paper.y, size)
    paper.pdf.rect(x, paper.y, size.width, size.height).lineWidth(0.4).strokeColor(ink.rule).stroke()
    paper.drawAll(lines, x, paper.y + imageHeight + 4, width)
  })
  paper.y += height + 10
}
