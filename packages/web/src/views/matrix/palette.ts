import { useComputedColorScheme } from '@mantine/core'

/** The colours of the drawing by day and by night. */
export interface Palette {
  readonly paper: string
  readonly band: string
  readonly text: string
  readonly quiet: string
  readonly line: string
  readonly box: string
  readonly group: string
  readonly edge: string
  readonly pale: string
  readonly loop: string
  readonly loopBox: string
  readonly chosen: string
  readonly later: string
  readonly earlier: string
  /** The fill of the n-th of so many values of a field. */
  value(place: number, count: number): string
}

/** More kinds of boxes cannot be told apart. */
export const maxColours = 12

/** Hues as far from each other as the eye asks for: greens are many and look alike. */
const hues = [12, 30, 48, 88, 125, 158, 182, 204, 226, 258, 288, 322]
const hueOf = (place: number, count: number) =>
  hues[Math.round((place * (hues.length - 1)) / Math.max(count - 1, 5)) % hues.length]

export const lightPalette: Palette = {
  paper: '#ffffff',
  band: '#f7f5f1',
  text: '#221f1b',
  quiet: '#655f56',
  line: '#6b655b',
  box: '#ffffff',
  group: '#eceae4',
  edge: '#4b4740',
  pale: '#a39d92',
  loop: '#bb1e10',
  loopBox: '#fdeae7',
  chosen: '#8f4923',
  later: '#1c66a8',
  earlier: '#1f7a4d',
  value: (place, count) => `hsl(${hueOf(place, count)} 58% ${place % 2 === 0 ? 86 : 79}%)`,
}

export const darkPalette: Palette = {
  paper: '#211f1c',
  band: '#272521',
  text: '#eeeae1',
  quiet: '#bcb7ad',
  line: '#8b857a',
  box: '#2d2a26',
  group: '#38352f',
  edge: '#a39d92',
  pale: '#6d675e',
  loop: '#ff7a6b',
  loopBox: '#4a2622',
  chosen: '#e9a27c',
  later: '#7db8ec',
  earlier: '#6fcf9b',
  value: (place, count) => `hsl(${hueOf(place, count)} 38% ${place % 2 === 0 ? 27 : 34}%)`,
}

/** The colours that fit the screen. */
export const usePalette = (): Palette =>
  useComputedColorScheme('light') === 'dark' ? darkPalette : lightPalette
