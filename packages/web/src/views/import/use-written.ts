import type { ImportProposal } from '@trowel/contract/import-proposal.js'
import type { DayForm, DecimalMark } from '@trowel/contract/imports.js'
import { useState } from 'react'
import { dayFormOf } from './file-form.js'
import type { TablePreview } from './file-preview.js'

/** What the person says of the way a file is written, in place of what was found out. */
export interface Asked {
  readonly encoding?: string | undefined
  readonly delimiter?: string | undefined
  readonly sheet?: string | undefined
}

/** How cells are written, as far as the person decides it. */
export interface WrittenCells {
  readonly decimal: DecimalMark | undefined
  readonly dates: DayForm | undefined
  /** Are texts such as `NA` read as no value? */
  readonly readsEmpty: boolean
}

/** How the cells of a file are written: as it was found out, until the person knows better. */
export function useWritten({ detected }: TablePreview, proposal: ImportProposal | undefined) {
  const { decimal, dates } = detected
  const [cells, setCells] = useState<WrittenCells>({
    decimal: decimal.value === ',' || decimal.value === '.' ? decimal.value : undefined,
    dates: dayFormOf(dates.value),
    readsEmpty: true,
  })
  const empty = proposal?.empty ?? []
  return {
    cells,
    empty,
    change: (part: Partial<WrittenCells>) => setCells((now) => ({ ...now, ...part })),
    /** What requests say of it. */
    request: {
      decimal: cells.decimal,
      dates: cells.dates,
      ...(cells.readsEmpty && empty.length > 0 && { empty }),
    },
  }
}
