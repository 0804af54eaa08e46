import { heightOf, type Paper } from './paper.js'
import { gutter, ink, type } from './paper-style.js'
import type { PrintedPicture } from './print-document.js'

const tallest = { alone: 330, beside: 200, small: 150 }

/**
 * Pictures with their captions, two in a row; one alone has the whole width, unless all are to be small. None
 * is cut by the end of a page.
 */
export function drawPictures(paper: Paper, pictures: readonly PrintedPicture[], areSmall: boolean): void {
  if (!areSmall && pictures.length === 1 && pictures[0]) {
    drawBeside(paper, [pictures[0]], paper.width, tallest.alone)
    return
  }
  const width = (paper.width - gutter) / 2
  for (let at = 0; at < pictures.length; at += 2)
    drawBeside(paper, pictures.slice(at, at + 2), width, areSmall ? tallest.small : tallest.beside)
}

function drawBeside(
  paper: Paper,
  pictures: readonly PrintedPicture[],
  width: number,
  tallestPicture: number,
): void {
  const drawn = pictures.map((picture) => {
    const scale = Math.min(width / picture.width, tallestPicture / picture.height, 1)
    const lines = paper.set([[{ text: picture.caption }]], type.caption, width)
    return { path: picture.path, lines, width: picture.width * scale, height: picture.height * scale }
  })
  const pictureHeight = Math.max(...drawn.map(({ height }) => height))
  const height = pictureHeight + 4 + Math.max(...drawn.map(({ lines }) => heightOf(lines)))
  paper.keep(height)
  drawn.forEach(({ path, lines, ...size }, place) => {
    const x = paper.left + place * (width + gutter)
    paper.pdf.image(path, x, paper.y, size)
    paper.pdf.rect(x, paper.y, size.width, size.height).lineWidth(0.4).strokeColor(ink.rule).stroke()
    paper.drawAll(lines, x, paper.y + pictureHeight + 4, width)
  })
  paper.y += height + 10
}
