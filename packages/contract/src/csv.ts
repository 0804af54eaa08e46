/** A number as spreadsheet programs read it, with a point or a comma. */
const plainNumber = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?$/

/**
 * A text that a spreadsheet program would take for a formula gets an apostrophe in front; a plain number is
 * none.
 */
export const withoutFormula = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !plainNumber.test(text) ? `'${text}` : text

/** The byte order mark tells spreadsheet programs that a file is UTF-8. */
export const byteOrderMark = '\uFEFF'

/**
 * A line of a CSV file (RFC 4180) without its end. Every CSV of the service and of its client is made of
 * these lines, so that no cell of any of them is a formula. What is `null` or `undefined` is empty.
 */
export function csvLine(cells: readonly unknown[], delimiter = ','): string {
  return cells.map((cell) => csvCell(cell, delimiter)).join(delimiter)
}

function csvCell(value: unknown, delimiter: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'bigint') return String(value)
  const text = withoutFormula(String(value))
  // Programs that trim what stands bare leave alone what stands in quotes.
  const needsQuotes = text.includes(delimiter) || /["\r\n]|^\s|\s$/.test(text)
  return needsQuotes ? `"${text.replaceAll('"', '""')}"` : text
}
