import { mayChangeLoose } from '../../access/global-level.js'
import { mainTables } from '../../catalogue/catalogue.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import { readRowAccess } from '../../records/rows/row-access.js'
import { inBatches } from '../../records/rows/row-batches.js'
import type { UndoRule } from '../../records/undoing/undo-rule.js'
import type { Transaction } from '../../storage/storage.js'
import { binaryName } from './binary-names.js'
import { letGo } from './pending-binaries.js'
import { deleteKept, selectKeptAmong, selectNamesBefore, selectOwners } from './pending-binaries-store.js'
import { type FileWithLink, selectFilesWithLinks } from './store.js'

/**
 * Files whose row comes back need their bytes, which are kept for a while after they were replaced or
 * deleted; those of a file that goes are kept in turn.
 */
export const filesUndo = ({ config }: Pick<Services, 'config'>): UndoRule => ({
  table: 'sys_files',
  forbidden: async (tx, scope, ids) => {
    const refused: number[] = []
    for (const some of inBatches(ids)) refused.push(...(await forbiddenAmong(tx, scope, some)))
    return refused
  },
  async written(tx, _scope, { inserted, updated, deleted }, refusals) {
    for (const some of inBatches([...inserted, ...updated, ...deleted])) {
      const [before, after] = [await selectNamesBefore(tx, some), await selectOwners(tx, some)]
      const namesBefore = new Set(before.map(binaryName))
      const gained = after.filter((file) => !namesBefore.has(binaryName(file)))
      const kept = await selectKeptAmong(tx, gained.map(binaryName))
      const gone = gained.filter((file) => !kept.has(binaryName(file)))
      refusals.add(
        gone.map(({ id }) => ({
          entity: 'file',
          table: null,
          id,
          field: 'id',
          code: 'not_available',
          ...message('undo_bytes_gone', {}),
        })),
      )
      await deleteKept(tx, [...kept])
      const owned = new Set(after.map(binaryName))
      for (const name of namesBefore) if (!owned.has(name)) await letGo(tx, config, name)
    }
  },
})

/** As for one file: who may change every record that it belongs to, or made the file. */
async function forbiddenAmong(
  tx: Transaction,
  scope: RequestScope,
  ids: readonly number[],
): Promise<number[]> {
  const { principal, rights, catalogue, application } = scope
  if (application.settings.status === 'frozen') return [...ids]
  const mayChangeAll = (creator: number | null): boolean =>
    mainTables(catalogue).every(
      (table) => !rights.levelsOn(table).filter && rights.mayEdit(table, { creator, insideFilter: true }),
    )
  if (mayChangeAll(null) && mayChangeLoose(principal, null)) return []
  const files = await selectFilesWithLinks(tx, ids)
  const editable = new Set<string>()
  for (const name of new Set(files.map(({ table }) => table))) {
    const table = name === null ? undefined : catalogue.tables.get(name)
    if (!table || !rights.allows('read', table)) continue
    const records = files.flatMap((file) =>
      file.table === name && file.recordId !== null ? [file.recordId] : [],
    )
    for (const [recordId, access] of await readRowAccess(tx, scope, table, records))
      if (access.editable) editable.add(`${name}/${recordId}`)
  }
  const mayChange = ({ table: name, recordId, creator }: FileWithLink): boolean => {
    const table = name === null ? undefined : catalogue.tables.get(name)
    if (!table) return mayChangeLoose(principal, creator)
    if (editable.has(`${name}/${recordId}`)) return true
    return !rights.levelsOn(table).filter && rights.mayEdit(table, { creator, insideFilter: true })
  }
  return files.filter((file) => !mayChange(file)).map(({ id }) => id)
}
