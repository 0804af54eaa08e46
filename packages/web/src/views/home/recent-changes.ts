import type { client } from '../../core/session.js'

export type Change = Awaited<ReturnType<typeof client.history.list>>['data'][number]

/** How many records an import made; 0 for what is told of one record. */
export const importedRecords = ({ records = 1 }: Change): number => (records > 1 ? records : 0)

/** The last change of each record, and each import. */
export function lastOfEach(changes: readonly Change[]): Change[] {
  const seen = new Set<string>()
  return changes.filter((change) => {
    if (importedRecords(change) > 0) return true
    const { tb, rowid } = change
    const key = `${tb}/${rowid}`
    if (seen.has(key)) return false
    seen.add(key)
    return true
  })
}

/** What a record was called before the change: all that is left of one that was deleted. */
export function nameInside({ content }: Change, field: string | undefined): string | undefined {
  if (field === undefined) return undefined
  try {
    const { core }: { core?: Readonly<Record<string, unknown>> } = JSON.parse(content)
    const name = core?.[field]
    return typeof name === 'string' || typeof name === 'number' ? String(name) : undefined
  } catch {
    return undefined
  }
}
