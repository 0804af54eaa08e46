const plainNumber = /^[+-]?(\d+(\.\d*)?|\.\d+)([eE][+-]?\d+)?$/

/** A text that a spreadsheet program would take for a formula gets an apostrophe in front; a plain number is none. */
export const withoutFormula = (text: string): string =>
  /^[=+\-@\t\r]/.test(text) && !plainNumber.test(text) ? `'${text}` : text
