import { useLocalStorage } from '@mantine/hooks'
import {
  type LabelSheet,
  type LabelSheetName,
  labelSheetNames,
  labelSheets,
  type OwnSheet,
  sheetOf,
  usualSheet,
} from '@trowel/contract/model/label-sheets.js'

export interface NamedField {
  readonly name: string
  readonly label: string
}

/** What labels are printed on and what they say, as this device remembers it. */
export interface LabelChoice {
  readonly sheet: LabelSheetName | 'own'
  readonly own: OwnSheet
  /** A line above the title. */
  readonly heading: string
  /** Fields below the title; those of the preview where nothing was chosen. */
  readonly fields: readonly string[] | undefined
  readonly qr: boolean
  readonly outlines: boolean
}

const usual: LabelChoice = {
  sheet: usualSheet,
  own: { width: 70, height: 37, across: 3, down: 8, page_width: 210, page_height: 297 },
  heading: '',
  fields: undefined,
  qr: true,
  outlines: false,
}

export function useLabelChoice(app: string, table: string) {
  const [stored, setChoice] = useLocalStorage<Partial<LabelChoice>>({
    key: `trowel.labels.${app}.${table}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  })
  const choice: LabelChoice = { ...usual, ...stored }
  return { choice, change: (next: Partial<LabelChoice>) => setChoice({ ...choice, ...next }) }
}

/** The sheet of a choice; `undefined` where its own measures do not fit together. */
export const chosenSheet = ({ sheet, own }: LabelChoice): LabelSheet | undefined => sheetOf(sheet, own)

const groups = ['a4', 'letter', 'rolls'] as const

/** By what they are: sheets of both sizes of paper, and rolls of label printers. */
export const sheetGroups = groups.map((group) => ({
  group,
  names: labelSheetNames.filter((name) => groupOf(name) === group),
}))

function groupOf(name: LabelSheetName): (typeof groups)[number] {
  const { across, down, page } = labelSheets[name]
  return across * down === 1 ? 'rolls' : page.width === 210 ? 'a4' : 'letter'
}

/** `avery-l7160` as `Avery L7160`; rolls are known by their size. */
export const sheetTitle = (name: LabelSheetName): string =>
  name.startsWith('avery-') ? `Avery ${name.slice('avery-'.length).toUpperCase()}` : ''
