import type { ForeignKey } from '../storage/storage.js'
import type { Dig } from './open-dig.js'

/**
 * Configures that a column of one table refers to the records of another, enforced by the engine unless said
 * otherwise.
 */
export async function relateTables(
  dig: Dig,
  [fromTable, column]: readonly [table: string, column: string],
  toTable: string,
  onDelete: ForeignKey['onDelete'],
  { enforced = true, target = 'id' }: { readonly enforced?: boolean; readonly target?: string } = {},
): Promise<void> {
  await dig.application.db.write(
    async (tx) => {
      await tx.insert('sys_cfg_relations', {
        from_tb: fromTable,
        from_col: column,
        to_tb: toTable,
        to_col: target,
        on_delete: onDelete,
        on_update: 'CASCADE',
      })
      if (!enforced) return
      await tx.schema.addForeignKey(fromTable, {
        column,
        table: toTable,
        target,
        onDelete,
        onUpdate: 'CASCADE',
      })
    },
    { schema: true },
  )
  await dig.application.reload()
}
