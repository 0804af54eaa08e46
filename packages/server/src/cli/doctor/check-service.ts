import type { Config } from '../../config.js'
import { type Finding, note, ok, wrong } from './finding.js'

const timeoutMs = 2_000

/** Whether the service runs on this machine with these settings, and what it says of itself. */
export async function checkService({ host, port }: Config, version: string): Promise<Finding[]> {
  if (port === 0) return []
  const url = `http://${reachable(host)}:${port}/readyz`
  let reply: Response
  try {
    reply = await fetch(url, { signal: AbortSignal.timeout(timeoutMs), redirect: 'error' })
  } catch {
    return [ok('service', `Nothing answers at ${url}: the service does not run.`)]
  }
  const said = await textsIn(reply)
  if (said['version'] === undefined && said['detail'] === undefined)
    return [wrong('service', `Another program answers at ${url}.`, 'Set TROWEL_PORT to a port that is free.')]
  const trouble = said['text'] ?? said['detail']
  if (said['status'] !== 'success')
    return [wrong('service', `The service is in trouble: ${trouble}`, 'Its log says more.')]
  if (said['version'] === version) return [ok('service', `It runs, version ${version}.`)]
  const found = `Version ${said['version']} runs, and this is ${version}.`
  return [note('service', found, 'Restart the service to run this version.')]
}

/** The texts of a JSON object; none when it is something else. */
async function textsIn(reply: Response): Promise<Readonly<Partial<Record<string, string>>>> {
  const body: unknown = await reply.json().catch(() => undefined)
  if (typeof body !== 'object' || body === null) return {}
  return Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value === 'string'))
}

function reachable(host: string): string {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}
