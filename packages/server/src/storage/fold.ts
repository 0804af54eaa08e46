/**
 * Lower case by Unicode simple case folding (CaseFolding.txt, statuses C and S): one code point becomes one
 * code point, so that a found text has the length of the searched one. Both engines search with this very
 * function.
 */
export function fold(text: string): string {
  let plain = true
  for (let k = 0; k < text.length; k++) {
    if (text.charCodeAt(k) > 127) {
      plain = false
      break
    }
  }
  if (plain) return text.toLowerCase()
  let folded = ''
  for (const character of text) folded += foldCharacter(character)
  return folded
}

const folded = new Map<string, string>()

function foldCharacter(character: string): string {
  let result = folded.get(character)
  if (result === undefined) {
    result = simpleFolding(character)
    folded.set(character, result)
  }
  return result
}

function simpleFolding(character: string): string {
  if (!hasCase(character)) return character
  const same = new RegExp(`^${character.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&')}$`, 'iu')
  for (const candidate of [character.toUpperCase().toLowerCase(), character.toLowerCase()]) {
    if ([...candidate].length === 1 && same.test(candidate)) return candidate
  }
  return character
}

const hasCase = (character: string): boolean =>
  character.toLowerCase() !== character || character.toUpperCase() !== character

/**
 * Every character beyond ASCII that folding changes, with what it becomes: two strings of equal length in
 * code points.
 */
export function foldingTable(): { from: string; to: string } {
  let from = ''
  let to = ''
  for (let code = 0x80; code <= 0x1ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const character = String.fromCodePoint(code)
    const result = simpleFolding(character)
    if (result === character) continue
    from += character
    to += result
  }
  return { from, to }
}

/** Upper case, one code point for one: a character whose upper case is several (`ß`) stays as it is. */
export function upperCase(text: string): string {
  let upper = ''
  for (const character of text) upper += upperCharacter(character)
  return upper
}

function upperCharacter(character: string): string {
  const upper = character.toUpperCase()
  return [...upper].length === 1 ? upper : character
}

/**
 * Every character beyond ASCII that `upperCase` changes, with what it becomes: two strings of equal length in
 * code points.
 */
export function upperCaseTable(): { from: string; to: string } {
  let from = ''
  let to = ''
  for (let code = 0x80; code <= 0x1ffff; code++) {
    if (code >= 0xd800 && code <= 0xdfff) continue
    const character = String.fromCodePoint(code)
    const upper = upperCharacter(character)
    if (upper === character) continue
    from += character
    to += upper
  }
  return { from, to }
}
