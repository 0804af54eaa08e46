import type { Orientation } from '@trowel/contract/print.js'

/** Measures are points: 72 to an inch. */
export interface PageSize {
  readonly width: number
  readonly height: number
}

/** A4, which fits on US Letter too when it is printed to scale. */
export const pages = {
  portrait: { width: 595.28, height: 841.89 },
  landscape: { width: 841.89, height: 595.28 },
} as const satisfies Record<Orientation, PageSize>

export const margins = { top: 62, bottom: 56, left: 54, right: 54 } as const

/** Between columns. */
export const gutter = 14

export const ink = {
  text: '#1b1b1b',
  label: '#5d666b',
  faint: '#9aa3a7',
  rule: '#c9cfd2',
  hair: '#e3e7e9',
  accent: '#7a3b1d',
  tint: '#f4efe9',
} as const

/** Size of the letters and distance of the lines. */
export interface Type {
  readonly size: number
  readonly leading: number
  readonly colour: string
}

export const type = {
  kicker: { size: 8, leading: 11, colour: ink.accent },
  title: { size: 19, leading: 24, colour: ink.text },
  entry: { size: 13, leading: 17, colour: ink.text },
  heading: { size: 11, leading: 15, colour: ink.text },
  subheading: { size: 9.5, leading: 13, colour: ink.text },
  label: { size: 7, leading: 9.5, colour: ink.label },
  value: { size: 9.5, leading: 13.5, colour: ink.text },
  cell: { size: 8.5, leading: 11.5, colour: ink.text },
  line: { size: 7.5, leading: 9.8, colour: ink.text },
  caption: { size: 8, leading: 11, colour: ink.label },
  running: { size: 7.5, leading: 10, colour: ink.label },
  drawing: { size: 7.5, leading: 10, colour: ink.text },
} as const satisfies Record<string, Type>
