import type { ScaleBar } from '@trowel/contract/lengths.js'
import type { Paper } from './paper.js'
import { ink, type } from './paper-style.js'

/** A bar of four parts with its length above it, on white. Its length is in points. */
export function drawScaleBar(paper: Paper, x: number, y: number, { length, text }: ScaleBar): void {
  const { pdf } = paper
  pdf.rect(x - 5, y - 15, length + 10, 22).fill('#ffffff')
  for (let part = 0; part < 4; part++)
    pdf
      .rect(x + (part * length) / 4, y - 1, length / 4, 4)
      .lineWidth(0.5)
      .fillAndStroke(part % 2 === 0 ? ink.text : '#ffffff', ink.text)
  const [zero, end] = ['0', text].map((said) => paper.setOne(said, type.drawing, 60))
  if (zero) paper.draw(zero, x, y - 13, 60)
  if (end) paper.draw(end, x + length - 60, y - 13, 60, 'right')
}
