const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' })

/** Scripts and signs whose letters are as wide as they are high. */
const wide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}]/u

/** A text in one line that is no longer than `max` letters; what is left out is shown by an ellipsis. */
export function clip(text: string, max: number): string {
  const line = text.replace(/\s+/g, ' ').trim()
  if (line.length <= max) return line
  let [shown, count] = ['', 0]
  for (const { segment } of graphemes.segment(line)) {
    if (++count > max) return `${shortened(shown)}…`
    shown = count < max ? shown + segment : shown
    if (count === max && shown.length + segment.length === line.length) return line
  }
  return line
}

const shortened = (text: string): string => text.trimEnd()

/** The room that a text needs, in pixels: a guess on the safe side, since every viewer has its own fonts. */
export function textWidth(text: string, fontSize: number): number {
  let em = 0
  for (const { segment } of graphemes.segment(text)) {
    em += wide.test(segment)
      ? 1.05
      : /[iljtfI.,:;|'!() ]/.test(segment)
        ? 0.36
        : /[mwMW@%—]/.test(segment)
          ? 0.95
          : 0.64
  }
  return Math.ceil(em * fontSize)
}
