import PDFDocument from 'pdfkit'
import { codeOf, drawCode } from './draw-code.js'
import { drawImages, drawPicture } from './draw-images.js'
import { drawMap } from './draw-map.js'
import { type Cell, drawRow } from './draw-row.js'
import { drawSequence } from './draw-sequence.js'
import { drawList, drawTable } from './draw-table.js'
import { heightOf, Paper } from './paper.js'
import { gutter, ink, margins, pages, type } from './paper-style.js'
import type { Block, PrintDocument, PrintedField, PrintedSheet } from './print-document.js'
import { worded } from './print-words.js'

/**
 * Draws all pages and ends the document, whose bytes come out of it as a stream. The same input gives the
 * same bytes.
 */
export function drawDocument(document: PrintDocument, into: NodeJS.WritableStream): void {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    // Readers show the title, not the name of the file, and read it out in this language.
    displayTitle: true,
    lang: document.locale,
    info: {
      Title: document.title,
      Author: document.application,
      Creator: 'Trowel',
      Producer: 'Trowel',
      CreationDate: document.printedAt,
    },
  })
  pdf.pipe(into)
  const paper = new Paper(pdf, document.fonts, pages[document.orientation ?? 'portrait'])
  /** What stands in the running head, by page. */
  const heads: string[] = []
  const headPages = (text: string): void => {
    const { count } = pdf.bufferedPageRange()
    while (heads.length < count) heads.push(text)
  }
  if (document.note !== undefined) drawCover(paper, document.title, document.note)
  document.sheets.forEach((sheet, place) => {
    if (document.startsPages && place > 0) {
      paper.newPage()
    }
    drawSheet(paper, sheet, document)
    headPages(document.startsPages ? `${document.heading} · ${sheet.title}` : document.heading)
  })
  headPages(document.heading)
  drawRunningHeads(paper, document, heads)
  pdf.end()
}

function drawCover(paper: Paper, title: string, note: string): void {
  const lines = paper.set([[{ text: title, bold: true }]], type.title, paper.width)
  paper.y = paper.drawAll(lines, paper.left, paper.y, paper.width) + 2
  paper.y = paper.drawAll(
    paper.set([[{ text: note }]], type.caption, paper.width),
    paper.left,
    paper.y,
    paper.width,
  )
  paper.y += 16
}

/**
 * A title is followed by this much of its sheet at least; an entry of a catalogue is mostly not longer than
 * that.
 */
const afterTitle = { sheet: 90, entry: 170 }

function drawSheet(paper: Paper, sheet: PrintedSheet, { startsPages, words }: PrintDocument): void {
  if (sheet.title !== '') drawTitle(paper, sheet, startsPages)
  for (const block of sheet.blocks) drawBlock(paper, block, words)
}

function drawTitle(paper: Paper, sheet: PrintedSheet, startsPages: boolean): void {
  const style = startsPages ? type.title : type.entry
  const kicker = startsPages ? paper.set([[{ text: sheet.kicker }]], type.kicker, paper.width) : []
  const title = paper.set([[{ text: sheet.title, bold: true }]], style, paper.width)
  paper.space(startsPages ? 0 : 10)
  paper.keep(heightOf(kicker) + heightOf(title) + afterTitle[startsPages ? 'sheet' : 'entry'])
  paper.y = paper.drawAll(kicker, paper.left, paper.y, paper.width)
  paper.y = paper.drawAll(title, paper.left, paper.y, paper.width) + 3
  paper.rule(paper.y, startsPages ? ink.accent : ink.rule, startsPages ? 1.2 : 0.7)
  paper.y += startsPages ? 12 : 8
}

/** A heading is followed by this much of what it heads. */
const afterHeading = {
  fields: 40,
  table: 50,
  list: 50,
  images: 230,
  picture: 300,
  map: 235,
  sequence: 70,
  paragraphs: 30,
  marks: 70,
  line: 14,
}

function drawBlock(paper: Paper, block: Block, words: PrintDocument['words']): void {
  switch (block.kind) {
    case 'heading': {
      const style = block.level === 1 ? type.heading : type.subheading
      const lines = paper.set([[{ text: block.text, bold: true }]], style, paper.width)
      paper.space(block.level === 1 ? 8 : 3)
      paper.keep(heightOf(lines) + 8 + afterHeading[block.before])
      paper.y = paper.drawAll(lines, paper.left, paper.y, paper.width)
      if (block.level === 1) {
        paper.rule(paper.y + 1, ink.rule, 0.6)
        paper.y += 4
      }
      paper.y += 4
      return
    }
    case 'fields':
      drawFields(paper, block.fields)
      return
    case 'table':
      drawTable(paper, block.columns, block.rows)
      paper.y += 6
      return
    case 'list':
      drawList(paper, block)
      return
    case 'images':
      drawImages(paper, block)
      return
    case 'marks':
      drawMarks(paper, block)
      return
    case 'line':
      paper.keep(14)
      paper.rule(paper.y + 4, ink.rule, 0.7)
      paper.y += 12
      return
    case 'picture':
      drawPicture(paper, block.image)
      return
    case 'map':
      drawMap(paper, block.geometries, words.north)
      return
    case 'sequence':
      drawSequence(paper, block)
      return
    case 'paragraphs':
      for (const paragraph of block.paragraphs) {
        const lines = paper.set([paragraph], type.value, paper.width - 12)
        drawRow(paper, [{ x: paper.left, width: paper.width - 12, lines }])
        paper.y += 4
      }
  }
}

const markHeight = 64

/** The logo at the left edge, the code at the right one. */
function drawMarks(paper: Paper, { logo, address }: Extract<Block, { kind: 'marks' }>): void {
  paper.keep(markHeight)
  if (logo) {
    const fit: [number, number] = [paper.width / 3, markHeight]
    paper.pdf.image(logo.path, paper.left, paper.y, { fit })
  }
  if (address !== undefined) {
    const x = paper.left + paper.width - markHeight
    drawCode(paper, codeOf(address), { x, y: paper.y, side: markHeight })
  }
  paper.y += markHeight + 8
}

function drawRunningHeads(paper: Paper, document: PrintDocument, heads: readonly string[]): void {
  const { count } = paper.pdf.bufferedPageRange()
  const day = new Intl.DateTimeFormat(document.locale, { dateStyle: 'long', timeZone: 'UTC' }).format(
    document.printedAt,
  )
  const half = paper.width / 2
  for (let place = 0; place < count; place++) {
    paper.pdf.switchToPage(place)
    const headY = margins.top - 30
    const footY = paper.page.height - margins.bottom + 18
    const [application, head, number, printed] = [
      paper.setOne(document.application, type.running, half, true),
      paper.setOne(heads[place] ?? '', type.running, half),
      paper.setOne(worded(document.words.page, { n: place + 1, m: count }), type.running, half),
      paper.setOne(`${document.words.printed} ${day}`, type.running, half),
    ]
    if (application) paper.draw(application, paper.left, headY, half)
    if (head) paper.draw(head, paper.left + half, headY, half, 'right')
    paper.rule(headY + 12, ink.hair, 0.6)
    if (printed) paper.draw(printed, paper.left, footY, half)
    if (number) paper.draw(number, paper.left + half, footY, half, 'right')
  }
}

const columnsOfPage = 12

/** Labels with their values in the twelve columns of the page, row by row. */
function drawFields(paper: Paper, fields: readonly PrintedField[]): void {
  for (const row of rowsOf(fields)) {
    drawRow(paper, cellsOf(paper, row))
    paper.y += 7
  }
}

/** Fields side by side as long as they fit. */
function rowsOf(fields: readonly PrintedField[]): PrintedField[][] {
  const rows: PrintedField[][] = []
  let used = columnsOfPage
  for (const field of fields) {
    if (used + field.columns > columnsOfPage) {
      rows.push([])
      used = 0
    }
    rows.at(-1)?.push(field)
    used += field.columns
  }
  return rows
}

const nothing = [[{ text: '–' }]]

function cellsOf(paper: Paper, row: readonly PrintedField[]): Cell[] {
  const unit = (paper.width + gutter) / columnsOfPage
  let x = paper.left
  return row.map(({ label, value, columns }) => {
    const width = unit * columns - gutter
    const labelLines = paper.set([[{ text: label }]], type.label, width)
    const lines = [
      ...labelLines,
      ...(value.length > 0
        ? paper.set(value, type.value, width)
        : paper.set(nothing, { ...type.value, colour: ink.faint }, width)),
    ]
    // A name in another script stays with its label; a text of several lines begins where its script does.
    const isBrief = lines.length === labelLines.length + 1 && labelLines[0]?.line.isRightToLeft === false
    const cell: Cell = { x, width, lines, ...(isBrief ? { align: 'left' } : {}) }
    x += unit * columns
    return cell
  })
}
