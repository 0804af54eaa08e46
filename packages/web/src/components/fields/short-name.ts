/**
 * A name for addresses and exports, made of what people call something: "Stratigraphic units" becomes
 * `stratigraphic_units`.
 */
export function shortNameOf(label: string, taken: readonly string[], longest: number): string {
  const plain = label
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
  const name = (/^[a-z]/.test(plain) ? plain : `n_${plain}`).slice(0, longest).replace(/_+$/, '')
  if (!taken.includes(name)) return name
  for (let number = 2; ; number++) {
    const end = `_${number}`
    const other = name.slice(0, longest - end.length) + end
    if (!taken.includes(other)) return other
  }
}

export const maxTableNameLength = 48
export const maxFieldNameLength = 63
/** What every table has by itself, or the service keeps for itself. */
export const takenFieldNames: readonly string[] = ['id', 'creator', 'id_link', 'table_link', 'rowid', 'oid']
