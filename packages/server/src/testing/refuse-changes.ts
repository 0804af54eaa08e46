import { keyword } from '../storage/sql.js'
import type { EngineName } from '../storage/storage.js'
import type { Dig } from './open-dig.js'

/** From now on the database itself refuses every change that would be in the journal. */
export async function refuseChanges(dig: Dig, engine: EngineName): Promise<void> {
  const statement = {
    sqlite: `CREATE TRIGGER no_more_changes BEFORE INSERT ON sys_changes BEGIN SELECT RAISE(ABORT, 'no more changes'); END`,
    pgsql: 'ALTER TABLE sys_changes ADD CONSTRAINT no_more_changes CHECK (false) NOT VALID',
  }[engine]
  await dig.application.db.write((tx) => tx.run(keyword(statement)), { schema: true })
}
