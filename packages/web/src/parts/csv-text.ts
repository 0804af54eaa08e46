/** A table as a CSV file that spreadsheet programs open without questions. */
export function csvText(rows: readonly (readonly (string | number | null)[])[]): Blob {
  const text = rows.map((row) => row.map(cell).join(',')).join('\r\n')
  // The mark by which spreadsheet programs know UTF-8.
  return new Blob(['\uFEFF', text, '\r\n'], { type: 'text/csv;charset=utf-8' })
}

function cell(value: string | number | null): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  // What a spreadsheet would take for a formula stays a text.
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
