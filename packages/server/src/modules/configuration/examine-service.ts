import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Config } from '../../config.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { listShelf } from '../backups/backup-shelf.js'
import { danger, type Finding, info, type Section, success, warning } from './findings.js'

/** Secrets that stand in instructions, and that anybody tries first. */
const wellKnown: ReadonlySet<string> = new Set(['secret', 'changeme', 'change-me', 'password', 'trowel'])
const shortestSecret = 16

/** What whoever runs the service should know about it. */
export async function examineSecurity(config: Config): Promise<Section> {
  const findings: Finding[] = [
    await secretFinding(config),
    success('The folder of data is given out by no web server of this service: files are sent one by one.'),
  ]
  if (config.publicFiles) {
    findings.push(warning('TROWEL_PUBLIC_FILES is on: whoever knows the number of a file can read it.'))
  }
  if (config.allowNewApp === '1' && config.setupToken === undefined) {
    findings.push(
      warning('Anybody can make applications: set TROWEL_SETUP_TOKEN, or TROWEL_ALLOW_NEW_APP=auto.'),
    )
  }
  return { title: 'Security', findings }
}

async function secretFinding({ secret, dataFolder }: Config): Promise<Finding> {
  if (secret !== undefined) {
    return secret.length < shortestSecret || wellKnown.has(secret.toLowerCase())
      ? danger('TROWEL_SECRET is short or well known: give it at least 32 random characters.')
      : success('TROWEL_SECRET is no well-known one.')
  }
  const found = await stat(join(dataFolder, 'secret')).catch(() => undefined)
  return found && (found.mode & 0o077) !== 0
    ? danger(
        'Other accounts of this machine can read the secret of the service: set the mode of the file to 0600.',
      )
    : success('The secret of the service was made at random; no other account can read it.')
}

export async function examineApplication(
  { application, db }: RequestScope,
  { binaries, version }: Services,
): Promise<Section> {
  const backups = await listShelf(binaries, db.app)
  const newest = Math.max(...backups.map(({ modified }) => modified.getTime()))
  return {
    title: 'Application',
    findings: [
      info(`Name: ${application.name}. Status: ${application.settings.status}.`),
      info(`Engine: ${db.engine}. Version: ${version}.`),
      backups.length > 0
        ? info(`Backups: ${backups.length}, the newest of ${new Date(newest).toISOString()}.`)
        : info('There is no backup yet.'),
    ],
  }
}
