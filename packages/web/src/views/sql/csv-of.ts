/** Rows as separated values (RFC 4180), with a mark at the beginning by which spreadsheets know UTF-8. NULL is empty. */
export function csvOf(
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string | number | null>>[],
): string {
  const cell = (value: string | number | null | undefined): string => {
    const text = String(value ?? '')
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
  }
  const lines = [columns.map(cell), ...rows.map((row) => columns.map((column) => cell(row[column])))]
  return `\uFEFF${lines.map((line) => `${line.join(',')}\r\n`).join('')}`
}
