import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../../config.js'
import type { RequestScope } from '../../../http/scope.js'
import type { Services } from '../../../http/services.js'
import { listStoredBackups } from '../../backups/index.js'
import { danger, type Finding, head, info, type Section, success, warning } from './findings.js'

/** Secrets that stand in instructions, and that anybody tries first. */
const wellKnown: ReadonlySet<string> = new Set(['secret', 'changeme', 'change-me', 'password', 'trowel'])
const minSecretLength = 16

/** What the operator should know about it. */
export async function examineSecurity(config: Config): Promise<Section> {
  const findings: Finding[] = [await secretFinding(config), success('data_folder_closed', {})]
  if (config.publicFiles) {
    findings.push(warning('public_files', {}))
  }
  if (config.allowNewApp === '1' && config.setupToken === undefined) {
    findings.push(warning('anybody_makes_applications', {}))
  }
  return { head: head('security', {}), findings }
}

async function secretFinding({ secret, dataFolder }: Config): Promise<Finding> {
  if (secret !== undefined) {
    return secret.length < minSecretLength || wellKnown.has(secret.toLowerCase())
      ? danger('secret_weak', {})
      : success('secret_own', {})
  }
  const found = await stat(join(dataFolder, 'secret')).catch(() => undefined)
  return found && (found.mode & 0o077) !== 0 ? danger('secret_readable', {}) : success('secret_random', {})
}

export async function examineApplication(
  { application, db }: RequestScope,
  { binaries, version }: Services,
): Promise<Section> {
  const backups = await listStoredBackups(binaries, db.app)
  const newest = Math.max(...backups.map(({ modified }) => modified.getTime()))
  return {
    head: head('application', {}),
    findings: [
      info(`application_${application.settings.status}`, { name: application.name }),
      info('engine', { engine: db.engine, version }),
      backups.length > 0
        ? info('backups', { backups: backups.length, day: new Date(newest).toISOString().slice(0, 10) })
        : info('no_backup', {}),
    ],
  }
}
