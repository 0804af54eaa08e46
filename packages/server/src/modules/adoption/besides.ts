import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { knownProviders } from '../../provider-settings.js'
import type { Adoption } from './adoption.js'
import { oldTables } from './tables.js'

/** Why what lies in the folder of an installation does not come along. */
const reasons: Readonly<Record<string, string>> = {
  backups: 'the old service alone can read them; keep them where they are',
  export: 'they were made of what is adopted',
  widgets: 'they are written for the old page; install them with trowel widget install after a look',
  '.jwt_secret': 'sessions of the old service end with it',
  '.htaccess': 'rules of the old web server',
}

/** Says what there is besides, and where it belongs: what only the old service could use is left. */
export async function sayBesides({ installation, source, configuration, report }: Adoption): Promise<void> {
  const { folder, besides, providers } = installation
  for (const what of besides) {
    const names = await readdir(join(folder, what)).catch(() => [])
    const why = reasons[what] ?? 'this service has no use for it'
    report.notAdopted.push({ what, why: names.length === 0 ? why : `${why}: ${names.sort().join(', ')}` })
  }
  const named = new Set([...configuration.tables.values()].map(({ from }) => from))
  for (const table of await source.tables()) {
    if (named.has(table) || oldTables.has(table)) continue
    let rows = 0
    for await (const _ of source.rows(table)) rows++
    report.notAdopted.push({ what: table, why: `no configuration names this table; rows: ${rows}` })
  }
  for (const provider of providers) {
    const isKnown = knownProviders.some((name) => name === provider)
    const setting = `TROWEL_${isKnown ? 'OAUTH' : 'OIDC'}_${provider.toUpperCase()}`
    for (const [name, end] of [
      ['client_id', 'ID'],
      ['client_secret', 'SECRET'],
    ]) {
      report.settings.push({ name: `oauth.${provider}.${name}`, where_it_belongs: `${setting}_${end}` })
    }
  }
}
