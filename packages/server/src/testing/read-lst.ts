const lists = ['above', 'contemporary with', 'equal to', 'below'] as const

export type LstUnit = Record<(typeof lists)[number], string[]>

/**
 * Reads a file of the format that matrix programs exchange: names without indent, lists behind a colon,
 * parted by blanks or commas.
 */
export function readLst(text: string): { readonly name: string; readonly units: Map<string, LstUnit> } {
  const [heading = '', blank, column, ...lines] = text.split(/\r?\n/)
  if (!heading.includes('Stratigraphic Dataset ') || blank !== '' || column?.trim() !== 'Name')
    throw new Error('This is no LST file.')
  const units = new Map<string, LstUnit>()
  let unit: LstUnit | undefined
  for (const line of lines.filter((one) => one.trim() !== '')) {
    if (!/^\s/.test(line)) {
      unit = { above: [], 'contemporary with': [], 'equal to': [], below: [] }
      units.set(line.trim(), unit)
      continue
    }
    const list = lists.find((one) => line.trim().startsWith(`${one}:`))
    if (list)
      unit?.[list].push(
        ...line
          .slice(line.indexOf(':') + 1)
          .split(/[\s,]+/)
          .filter(Boolean),
      )
  }
  return { name: heading.split('Stratigraphic Dataset ')[1] ?? '', units }
}
