import { join } from 'node:path'
import type { SourceConfig, SourceDatabase } from './source.js'

/**
 * The database of the old installation that lies in `folder`. Drivers are loaded only where they are needed.
 * @throws SourceProblem
 */
export async function openSource(config: SourceConfig, folder: string): Promise<SourceDatabase> {
  switch (config.engine) {
    case 'sqlite':
      return (await import('./sqlite.js')).openSqliteSource(join(folder, 'db', 'bdus.sqlite'))
    case 'mysql':
      return (await import('./mysql.js')).openMysqlSource(config)
    case 'pgsql':
      return (await import('./postgres.js')).openPostgresSource(config)
  }
}
