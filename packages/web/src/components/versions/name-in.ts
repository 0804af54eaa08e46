/** What a record was called in one of its versions; its number where it had no name. */
export function nameIn(
  { id_field }: { readonly id_field: string },
  id: number,
  core: Readonly<Record<string, string | number | null>>,
): string {
  const name = core[id_field]
  return name === null || name === undefined || name === '' ? String(id) : String(name)
}
