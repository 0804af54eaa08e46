import encodeQR from 'qr'
import type { Paper } from './paper.js'

/** ISO/IEC 18004: black squares by row, with two empty ones around, beside the edge of the label. */
export const codeOf = (address: string): boolean[][] => encodeQR(address, 'raw', { ecc: 'medium', border: 2 })

export function drawCode(
  { pdf }: Paper,
  code: readonly (readonly boolean[])[],
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): void {
  const unit = side / code.length
  code.forEach((row, down) => {
    // Squares beside each other are one shape: seams between them would blur the code.
    for (let from = 0; from < row.length; from++) {
      if (!row[from]) continue
      let to = from
      while (row[to]) to++
      pdf.rect(x + from * unit, y + down * unit, (to - from) * unit, unit)
      from = to
    }
  })
  pdf.fill('#000000')
}
