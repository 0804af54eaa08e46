import { type CSSVariablesResolver, createTheme, type MantineColorsTuple } from '@mantine/core'
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

/** The typeface of `fonts.css`; then those of systems, also for letters that it does not have. */
export const fontFamily =
  '"Source Sans 3", "Until Source Sans 3", ui-sans-serif, system-ui, "Segoe UI", Roboto, "Noto Sans", sans-serif'

export const theme = createTheme({
  primaryColor: 'clay',
  primaryShade: { light: 8, dark: 7 },
  colors: { clay, gray, dark },
  black: '#221f1b',
  defaultRadius: 'sm',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily,
  fontFamilyMonospace: 'ui-monospace, "SF Mono", "Cascadia Mono", "Roboto Mono", Menlo, Consolas, monospace',
  components: {
    Select: { defaultProps: { onKeyDown: takeOnlyMatch } },
    MultiSelect: { defaultProps: { onKeyDown: takeOnlyMatch } },
    // The first entry has the focus, not an element that a menu may not have.
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
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

/** By night a box that warns is a tint of the page, not a lamp. */
const nightTint = (colour: string, percent: number) =>
  `color-mix(in srgb, var(--mantine-color-${colour}-7) ${percent}%, var(--surface))`

const onEveryGround = { '--mantine-color-body': 'var(--ground)', '--mantine-color-error': 'var(--danger)' }

/** What the page names otherwise than the library does. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...onEveryGround,
    '--mantine-color-dimmed': '#655f56',
    '--mantine-color-placeholder': '#746e65',
  },
  dark: {
    ...onEveryGround,
    '--mantine-color-placeholder': '#a39d92',
    '--mantine-color-red-light': nightTint('red', 18),
    '--mantine-color-yellow-light': nightTint('yellow', 14),
    '--mantine-color-green-light': nightTint('green', 16),
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
