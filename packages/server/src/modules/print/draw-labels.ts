import {
  type LabelParts,
  type LabelSheet,
  labelParts,
  minLetters,
} from '@trowel/contract/model/label-sheets.js'
import PDFDocument from 'pdfkit'
import { codeOf, drawCode } from './draw-code.js'
import { heightOf, Paper, type SetLine } from './paper.js'
import { ink, type Type } from './paper-style.js'
import type { Paragraph, PrintDocument } from './print-document.js'

/** What a label says. */
export interface PrintedLabel {
  readonly heading: string | undefined
  readonly title: string
  readonly lines: readonly { readonly label: string; readonly text: string }[]
  /** Where its code leads; without one where there is none. */
  readonly address: string | undefined
}

/** Labels for a sheet or a label printer, as plain values. */
export interface LabelDocument
  extends Pick<PrintDocument, 'application' | 'heading' | 'printedAt' | 'locale' | 'fonts'> {
  readonly sheet: LabelSheet
  /** Which label of the first sheet is the first that is still there, from 1. */
  readonly start: number
  readonly copies: number
  /** Is an edge drawn around each label? */
  readonly outlines: boolean
  readonly labels: readonly PrintedLabel[]
}

const points = (millimetres: number): number => (millimetres / 25.4) * 72

/** Draws all sheets and ends the document, whose bytes come out of it as a stream. */
export function drawLabels(document: LabelDocument, into: NodeJS.WritableStream): void {
  const { sheet, start, copies, labels, outlines } = document
  const pdf = new PDFDocument({
    autoFirstPage: false,
    lang: document.locale,
    info: {
      Title: document.heading,
      Author: document.application,
      Creator: 'Trowel',
      Producer: 'Trowel',
      CreationDate: document.printedAt,
    },
  })
  pdf.pipe(into)
  const page = { width: points(sheet.page.width), height: points(sheet.page.height) }
  const paper = new Paper(pdf, document.fonts, page)
  const onSheet = sheet.across * sheet.down
  const lines = Math.max(0, ...labels.map((label) => label.lines.length + (label.heading ? 1 : 0)))
  let place = start - 1
  for (const label of labels) {
    const parts = labelParts(sheet.label, label.address !== undefined, lines)
    const code = label.address === undefined ? undefined : codeOf(label.address)
    const text = fittingText(paper, label, parts)
    for (let copy = 0; copy < copies; copy++) {
      if (place === onSheet) {
        paper.newPage()
        place = 0
      }
      const x = points(sheet.left + sheet.stepX * (place % sheet.across))
      const y = points(sheet.top + sheet.stepY * Math.floor(place / sheet.across))
      if (outlines)
        pdf
          .rect(x, y, points(sheet.label.width), points(sheet.label.height))
          .lineWidth(0.3)
          .strokeColor(ink.rule)
          .stroke()
      if (code && parts.qr)
        drawCode(paper, code, {
          x: x + points(parts.qr.x),
          y: y + points(parts.qr.y),
          side: points(parts.qr.side),
        })
      const top = y + points(parts.text.y) + (points(parts.text.height) - heightOf(text)) / 2
      paper.drawAll(text, x + points(parts.text.x), top, points(parts.text.width))
      place += 1
    }
  }
  pdf.end()
}

const maxTitleLines = 2

/** The text in the largest letters in which all of it fits; what does not fit in the smallest is cut. */
function fittingText(paper: Paper, label: PrintedLabel, { text, maxLetters }: LabelParts): SetLine[] {
  const [width, height] = [points(text.width), points(text.height)]
  for (let size = maxLetters; size > minLetters; size -= 0.5) {
    const { lines, isCut } = textIn(paper, label, size, width)
    if (!isCut && heightOf(lines) <= height) return lines
  }
  const kept: SetLine[] = []
  let used = 0
  for (const line of textIn(paper, label, minLetters, width).lines) {
    used += line.type.leading
    if (used > height) break
    kept.push(line)
  }
  return kept
}

function textIn(paper: Paper, { heading, title, lines }: PrintedLabel, size: number, width: number) {
  const style = (factor: number, colour: string): Type => ({
    size: size * factor,
    leading: size * factor * 1.25,
    colour,
  })
  const above = heading === undefined ? undefined : paper.setOne(heading, style(0.85, ink.label), width)
  const head = paper.set([[{ text: title, bold: true }]], style(1.35, ink.text), width)
  const body = lines.map(
    ({ label, text }): Paragraph => [{ text: `${label} `, italic: true }, { text: text.slice(0, 300) }],
  )
  return {
    isCut: head.length > maxTitleLines,
    lines: [
      ...(above ? [above] : []),
      ...head.slice(0, maxTitleLines),
      ...paper.set(body, style(1, ink.text), width),
    ],
  }
}
