import { keyword } from '../storage/sql.js'
import type { EngineName } from '../storage/storage.js'
import type { Dig } from './open-dig.js'

/** From now on the database itself refuses every new version. */
export async function refuseVersions(dig: Dig, engine: EngineName): Promise<void> {
  const statement = {
    sqlite: `CREATE TRIGGER no_more_versions BEFORE INSERT ON sys_versions BEGIN SELECT RAISE(ABORT, 'no more versions'); END`,
    pgsql: 'ALTER TABLE sys_versions ADD CONSTRAINT no_more_versions CHECK (false) NOT VALID',
  }[engine]
  await dig.application.db.write((tx) => tx.run(keyword(statement)), { schema: true })
}
