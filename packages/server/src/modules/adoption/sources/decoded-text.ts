/**
 * The old service never said in which encoding it speaks, so where the server took that for Latin-1 it keeps
 * each byte of UTF-8 as a character of its own: `Ã¨` for `è`. After a move of the database some texts went
 * through that twice, and others not at all.
 */
export function decodedText(text: string): string {
  let decoded = text
  for (let times = 0; times < 2; times++) {
    const inner = decodedOnce(decoded)
    if (inner === undefined) break
    decoded = inner
  }
  return decoded
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** `undefined`: the text is none that was read as Latin-1. */
function decodedOnce(text: string): string | undefined {
  // Of a text in ASCII nothing could be told, and most are.
  if (!isDoubtful.test(text)) return undefined
  const bytes = new Uint8Array(text.length)
  for (let k = 0; k < text.length; k++) {
    const byte = byteOf(text.charCodeAt(k))
    if (byte === undefined) return undefined
    bytes[k] = byte
  }
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

/** A byte of UTF-8 that is not the first of its character, as Windows-1252 shows it. */
const further = '[\\u0080-\\u00bf\\u0152-\\u2122]'

/**
 * What misread UTF-8 looks like. An accented letter before a sign does as well (`È»`, `Spaß…`): of one alone
 * only what hardly a language writes counts, which is how Latin letters, typographic signs, combining accents
 * and characters of four bytes begin.
 */
const isDoubtful = new RegExp(
  `[ÂÃâ]${further}|Ì[\\u0080-\\u0083\\u0088€‚ƒˆ§]|[ð-ó]${further}{3}|[Ä-ô]${further}[^]*[Ä-ô]${further}`,
)

/** A character of UTF-8, or a byte that belongs to none. */
const characterOrByte =
  /[\u00c2-\u00df][\u0080-\u00bf]|[\u00e0-\u00ef][\u0080-\u00bf]{2}|[\u00f0-\u00f4][\u0080-\u00bf]{3}|[\u0080-\u00ff]/g

/**
 * The text of bytes that are to be UTF-8. SQLite keeps what it is given: of programs that write Latin-1 each
 * byte that belongs to no character of UTF-8 is one of its own.
 */
export const decodedBytes = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replace(characterOrByte, (part) => decodedPart(part))

function decodedPart(part: string): string {
  try {
    return decoder.decode(Buffer.from(part, 'latin1'))
  } catch {
    return [...part].map((character) => windows1252[character.charCodeAt(0) - 0x80] ?? character).join('')
  }
}

/** What MySQL calls latin1: Windows-1252, with control characters where that has nothing. */
const windows1252 = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ'

function byteOf(code: number): number | undefined {
  if (code <= 0xff) return code
  const place = windows1252.indexOf(String.fromCharCode(code))
  return place < 0 ? undefined : 0x80 + place
}
