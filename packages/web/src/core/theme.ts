import { createTheme, type MantineColorsTuple } from '@mantine/core'
import { takeOnlyMatch } from './only-match.js'

/** Fired clay: the colour of what can be pressed. */
const clay: MantineColorsTuple = [
  '#fcf4ef',
  '#f4e4da',
  '#e9c8b3',
  '#dda98a',
  '#d38f68',
  '#cd7e52',
  '#c06b3d',
  '#a6572d',
  '#8f4923',
  '#743a1b',
]

/** Warm greys, so that long tables read like paper and not like glass. */
const gray: MantineColorsTuple = [
  '#faf9f7',
  '#f3f1ed',
  '#e9e6e0',
  '#dad6ce',
  '#c3beb4',
  '#a39d92',
  '#7d776d',
  '#5c574f',
  '#3b3732',
  '#221f1b',
]

const dark: MantineColorsTuple = [
  '#d9d5cd',
  '#bcb7ad',
  '#a39d92',
  '#7d776d',
  '#4b4740',
  '#3a3732',
  '#2d2a26',
  '#211f1c',
  '#1a1816',
  '#131210',
]

export const theme = createTheme({
  primaryColor: 'clay',
  primaryShade: { light: 8, dark: 7 },
  colors: { clay, gray, dark },
  black: '#221f1b',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily:
    'ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, Consolas, monospace',
  components: {
    Select: { defaultProps: { onKeyDown: takeOnlyMatch } },
    MultiSelect: { defaultProps: { onKeyDown: takeOnlyMatch } },
  },
  headings: {
    fontWeight: '650',
    sizes: {
      h1: { fontSize: '1.5rem', lineHeight: '1.25' },
      h2: { fontSize: '1.15rem', lineHeight: '1.3' },
      h3: { fontSize: '1rem', lineHeight: '1.35' },
    },
  },
})

/** The colour that an application was given, so that several open at once are told apart. */
export const applicationColours: Readonly<Record<string, string>> = {
  indigo: '#4c5fd5',
  blue: '#2477c9',
  violet: '#7c4fd0',
  emerald: '#1c8a5f',
  teal: '#14868a',
  amber: '#c27a12',
  rose: '#cc4167',
  slate: '#5b6675',
}
