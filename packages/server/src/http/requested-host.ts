import { isIP } from 'node:net'
import { hostname } from 'node:os'
import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.js'
import { AppError } from '../errors.js'
import { message } from '../message.js'

type Names = Pick<Config, 'host' | 'publicUrl' | 'hosts'>

/**
 * What watches the service asks for it by whatever name it has there, and learns nothing of an application.
 * Metrics are no such path: to whoever asks from the machine itself they are told without a login.
 */
const forWatchers: ReadonlySet<string> = new Set(['/healthz', '/readyz'])

/**
 * Refuses requests for names that are none of the service's own: a page from elsewhere whose name its owner
 * lets point at this machine (DNS rebinding) would otherwise count as a page of the service.
 */
export function requireOwnHost(server: FastifyInstance, config: Names): void {
  const own = ownNames(config)
  server.addHook('onRequest', (request, _reply, done) => {
    const name = request.hostname.toLowerCase().replace(/\.$/, '')
    const path = request.url.split('?', 1)[0] ?? ''
    if (isSafe(name) || own.has(name) || forWatchers.has(path)) return done()
    done(
      new AppError('unknown_host', {
        ...message('host_not_known', { host: name }),
        detail: name,
      }),
    )
  })
}

/** Names that no outsider can let point here: addresses themselves, and names without a domain. */
const isSafe = (name: string): boolean =>
  isIP(name.replace(/^\[|\]$/g, '')) !== 0 || !name.includes('.') || name.endsWith('.localhost')

function ownNames({ host, publicUrl, hosts }: Names): ReadonlySet<string> {
  const machine = hostname()
  const names = [host, machine, `${machine.split('.', 1)[0]}.local`, ...hosts]
  if (publicUrl !== undefined) names.push(new URL(publicUrl).hostname)
  return new Set(names.map((name) => name.toLowerCase()))
}
