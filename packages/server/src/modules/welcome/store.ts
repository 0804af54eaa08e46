import { sql } from '../../storage/sql.js'
import type { Transaction } from '../../storage/storage.js'

export const updateWelcome = (tx: Transaction, content: string): Promise<number> =>
  tx.run(sql`UPDATE "sys_cfg_app" SET "welcome" = ${content}`)
