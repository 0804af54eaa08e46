/** A text from outside without the characters that no engine can keep. */
export const storableText = (text: string): string =>
  text.replaceAll('\u0000', '').replace(/\p{Surrogate}/gu, '\uFFFD')
