const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/**
 * A text as it stands in XML, also as the value of an attribute; characters that XML 1.0 (section 2.2) does
 * not know are shown as unreadable.
 */
export const xmlText = (text: string): string =>
  text
    .replace(/[^\P{Cc}\t\n\r]|[\ufffe\uffff\p{Surrogate}]/gu, '\ufffd')
    .replace(/[&<>"'\t\n\r]/g, (character) => entities[character] as string)
