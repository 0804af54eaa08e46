/** Where labels lie on a page; measures are millimetres. */
export interface LabelSheet {
  readonly page: Size
  readonly across: number
  readonly down: number
  readonly label: Size
  /** Of the first label. */
  readonly left: number
  readonly top: number
  /** From one label to the next. */
  readonly stepX: number
  readonly stepY: number
}

interface Size {
  readonly width: number
  readonly height: number
}

const a4: Size = { width: 210, height: 297 }
const letter: Size = { width: 215.9, height: 279.4 }
const inch = 25.4

/** Labels that lie in the middle of their page, one row right below the other. */
function sheet(
  page: Size,
  [across, down]: readonly [number, number],
  label: Size,
  stepX = label.width,
): LabelSheet {
  const middle = (length: number, taken: number): number => Math.round((length - taken) * 50) / 100
  return {
    page,
    across,
    down,
    label,
    left: middle(page.width, stepX * (across - 1) + label.width),
    top: middle(page.height, label.height * down),
    stepX,
    stepY: label.height,
  }
}

const inInches = (width: number, height: number): Size => ({ width: width * inch, height: height * inch })

/** A label printer has one label on a page. */
export const singleLabel = (width: number, height: number): LabelSheet =>
  sheet({ width, height }, [1, 1], { width, height })

/**
 * Sheets and rolls that shops sell. How many labels of which size a sheet has is what Avery writes on its
 * packs; the steps are those of its templates for word processors, which glabels-qt keeps too
 * (`templates/avery-iso-templates.xml`, `avery-us-templates.xml`). Many makers sell the same sheets. Rolls
 * have the sizes that Brother (DK), Dymo (LabelWriter) and Zebra print on them.
 */
export const labelSheets = {
  'avery-l7160': sheet(a4, [3, 7], { width: 63.5, height: 38.1 }, 66.04),
  'avery-l7159': sheet(a4, [3, 8], { width: 63.5, height: 33.9 }, 66.04),
  'avery-l7161': sheet(a4, [3, 6], { width: 63.5, height: 46.6 }, 66.04),
  'avery-l7162': sheet(a4, [2, 8], { width: 99.1, height: 33.9 }, 101.6),
  'avery-l7163': sheet(a4, [2, 7], { width: 99.1, height: 38.1 }, 101.6),
  'avery-l7164': sheet(a4, [3, 4], { width: 63.5, height: 72 }, 66.04),
  'avery-l7165': sheet(a4, [2, 4], { width: 99.1, height: 67.7 }, 101.6),
  'avery-l7651': sheet(a4, [5, 13], { width: 38.1, height: 21.2 }, 40.64),
  'avery-l4770': sheet(a4, [4, 10], { width: 45.7, height: 25.4 }, 48.26),
  'avery-5160': sheet(letter, [3, 10], inInches(2.625, 1), 2.75 * inch),
  'avery-5161': sheet(letter, [2, 10], inInches(4, 1), 4.1875 * inch),
  'avery-5162': sheet(letter, [2, 7], inInches(4, 4 / 3), 4.1875 * inch),
  'avery-5163': sheet(letter, [2, 5], inInches(4, 2), 4.1875 * inch),
  'avery-5164': sheet(letter, [2, 3], inInches(4, 10 / 3), 4.1875 * inch),
  'avery-5167': sheet(letter, [4, 20], inInches(1.75, 0.5), 2.0625 * inch),
  'roll-62x29': singleLabel(62, 29),
  'roll-62x100': singleLabel(62, 100),
  'roll-50x25': singleLabel(50, 25),
  'roll-100x50': singleLabel(100, 50),
  'roll-89x36': singleLabel(89, 36),
  'roll-54x25': singleLabel(54, 25),
  'roll-57x32': singleLabel(57, 32),
} as const satisfies Record<string, LabelSheet>
export type LabelSheetName = keyof typeof labelSheets
export const labelSheetNames = Object.keys(labelSheets) as LabelSheetName[]

/** Does every label lie on the page, and beside the others? */
export function isPrintable({ page, across, down, label, left, top, stepX, stepY }: LabelSheet): boolean {
  const room = 0.05
  return (
    (across === 1 || stepX >= label.width - room) &&
    (down === 1 || stepY >= label.height - room) &&
    left + stepX * (across - 1) + label.width <= page.width + room &&
    top + stepY * (down - 1) + label.height <= page.height + room
  )
}

/** The measures of a sheet that is not in the list. */
export interface OwnSheet {
  readonly width?: number | undefined
  readonly height?: number | undefined
  readonly page_width?: number | undefined
  readonly page_height?: number | undefined
  readonly across?: number | undefined
  readonly down?: number | undefined
  readonly left?: number | undefined
  readonly top?: number | undefined
  readonly step_x?: number | undefined
  readonly step_y?: number | undefined
}

export const usualSheet: LabelSheetName = 'avery-l7160'

/** The sheet that is meant; `undefined` where its measures are missing or contradict each other. */
export function sheetOf(name: LabelSheetName | 'own' | undefined, own: OwnSheet): LabelSheet | undefined {
  if (name !== 'own') return labelSheets[name ?? usualSheet]
  const { width, height, across = 1, down = 1, left = 0, top = 0 } = own
  if (width === undefined || height === undefined) return undefined
  const { page_width = width, page_height = height, step_x = width, step_y = height } = own
  const made: LabelSheet = {
    page: { width: page_width, height: page_height },
    across,
    down,
    label: { width, height },
    left,
    top,
    stepX: step_x,
    stepY: step_y,
  }
  return isPrintable(made) ? made : undefined
}

/** No letters are smaller, in points; what does not fit in them is cut. */
export const minLetters = 4.5

/** The parts of a label, from its upper left corner; millimetres. */
export interface LabelParts {
  readonly qr: { readonly x: number; readonly y: number; readonly side: number } | undefined
  readonly text: Size & { readonly x: number; readonly y: number }
  /** The largest that its letters are; points. */
  readonly maxLetters: number
}

/** The code stands at the left of its text; on a label that is taller than wide, above it. */
export function labelParts({ width, height }: Size, hasQr: boolean, lines: number): LabelParts {
  const edge = Math.min(3, Math.max(1, Math.min(width, height) * 0.07))
  const gap = edge
  const [innerWidth, innerHeight] = [width - 2 * edge, height - 2 * edge]
  const isTall = height > width * 0.95
  const side = Math.min(innerHeight, innerWidth, isTall ? innerHeight * 0.5 : innerWidth * 0.42, 32)
  const text = !hasQr
    ? { x: edge, y: edge, width: innerWidth, height: innerHeight }
    : isTall
      ? { x: edge, y: edge + side + gap, width: innerWidth, height: innerHeight - side - gap }
      : { x: edge + side + gap, y: edge, width: innerWidth - side - gap, height: innerHeight }
  const pointsOfHeight = (text.height / inch) * 72
  return {
    qr: hasQr
      ? { x: isTall ? edge + (innerWidth - side) / 2 : edge, y: isTall ? edge : (height - side) / 2, side }
      : undefined,
    text,
    maxLetters: Math.max(4, Math.min(11, pointsOfHeight / (1.3 * (lines + 1.5)))),
  }
}
