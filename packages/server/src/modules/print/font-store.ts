import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { create } from 'fontkit'
import { fontInside } from './woff.js'

/** Weight and slope. */
export interface FontStyle {
  readonly bold: boolean
  readonly italic: boolean
}

/** Which font has a character. */
export interface FontStore {
  /**
   * Path of the first font that has it, in the style if there is one; where none has it, the first of all,
   * which shows an empty box.
   */
  fontFor(codePoint: number, style: FontStyle): string
  /** The font of a path that `fontFor` gave, unpacked. */
  read(path: string): Buffer<ArrayBuffer>
}

/** Scripts of Noto Sans, each a file of its own, most used first. */
const scripts = [
  'latin',
  'latin-ext',
  'greek',
  'cyrillic',
  'greek-ext',
  'cyrillic-ext',
  'vietnamese',
  'devanagari',
]

function fontsOf({ bold, italic }: FontStyle): string[] {
  const weight = bold ? 700 : 400
  const slope = italic ? 'italic' : 'normal'
  return [
    ...scripts.map((script) => fileOf('noto-sans', script, weight, slope)),
    // These scripts have no italic. The Arabic of Noto puts letters together of base and dots, which cannot
    // be copied out of a PDF.
    fileOf('vazirmatn', 'arabic', weight, 'normal'),
    fileOf('noto-sans-hebrew', 'hebrew', weight, 'normal'),
    // Arrows, comparisons, signs of sex: one weight is all there is.
    fileOf('noto-sans-math', 'latin', 400, 'normal'),
  ]
}

const fileOf = (family: string, script: string, weight: number, slope: string): string =>
  fileURLToPath(
    import.meta.resolve(`@fontsource/${family}/files/${family}-${script}-${weight}-${slope}.woff`),
  )

interface OpenFont {
  readonly bytes: Buffer<ArrayBuffer>
  readonly characters: ReadonlySet<number>
}

/** Fonts stay open as long as the thread does: their characters are looked up at every letter. */
const known = new Map<string, OpenFont>()

function openFont(path: string): OpenFont {
  let font = known.get(path)
  if (!font) {
    font = readFont(path)
    known.set(path, font)
  }
  return font
}

/** A file that is no font has no character. */
function readFont(path: string): OpenFont {
  try {
    const bytes = fontInside(readFileSync(path))
    const font = create(bytes)
    return { bytes, characters: new Set('characterSet' in font ? font.characterSet : []) }
  } catch {
    return { bytes: Buffer.alloc(0), characters: new Set() }
  }
}

/** @param further paths of fonts that are asked last */
export function openFontStore(further: readonly string[]): FontStore {
  const stacks = new Map<string, { fonts: readonly string[]; found: Map<number, string> }>()
  return {
    fontFor(codePoint, style) {
      const key = `${style.bold} ${style.italic}`
      let stack = stacks.get(key)
      if (!stack) {
        stack = { fonts: [...fontsOf(style), ...further], found: new Map() }
        stacks.set(key, stack)
      }
      let font = stack.found.get(codePoint)
      if (font === undefined) {
        font =
          stack.fonts.find((path) => openFont(path).characters.has(codePoint)) ?? (stack.fonts[0] as string)
        stack.found.set(codePoint, font)
      }
      return font
    },
    read: (path) => openFont(path).bytes,
  }
}
