import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox'
import { privileges } from '@trowel/contract/privileges.js'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'
import { AppError } from '../errors.js'
import { message } from '../message.js'
import { plainPath } from './guard.js'
import type { Services } from './services.js'

/**
 * Memory, processor and event loop. What watches them ends with the process only, so it begins once, however
 * many services run in it.
 */
let ofTheProcess: Registry | undefined

function watchProcess(): Registry {
  if (!ofTheProcess) {
    ofTheProcess = new Registry()
    collectDefaultMetrics({ register: ofTheProcess, prefix: 'trowel_' })
  }
  return ofTheProcess
}

/** Counts and times every answer of the service, for `/metrics`. */
export function observeRequests(server: FastifyInstance): Registry {
  const registry = new Registry()
  const durations = new Histogram({
    name: 'trowel_http_request_seconds',
    help: 'Time from the request to the end of its answer, by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10, 30],
    registers: [registry],
  })
  server.addHook('onClose', async () => registry.clear())
  server.addHook('onResponse', (request, reply, done) => {
    const route = plainPath(request.routeOptions.url ?? 'unknown')
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
    done()
  })
  return Registry.merge([watchProcess(), registry])
}

interface DamageReport {
  /** Applications whose databases are empty, damaged or gone. */
  list(): Promise<readonly { readonly app: string; readonly text: string }[]>
}

/** For the operator: is it up, is it ready, how busy is it. Outside `/api/`. */
export const operationsRoutes =
  (services: Services, registry: Registry, damaged: DamageReport): FastifyPluginAsyncTypebox =>
  async (server) => {
    server.get('/healthz', { schema: { hide: true } }, async () => ({ status: 'success' as const }))

    server.get('/readyz', { schema: { hide: true } }, async (request) => {
      await services.storage.ping()
      await services.binaries.ping()
      const { version, config } = services
      const found = await damaged.list()
      const isTold = !config.hideApps || isFromHere(request)
      const body = { damaged: isTold ? found : found.length }
      const wordsFor = (names: readonly string[]) => (isTold ? names.join(', ') : String(names.length))
      const applications = await services.applications.names()
      const waiting = await namesBehind(services, applications)
      // The node that has the older version goes on meanwhile: a balancer keeps to that one.
      if (waiting.length > 0)
        throw new AppError('upgrade_pending', {
          ...message('applications_behind', { which: wordsFor(waiting) }),
          body: { waiting: isTold ? waiting : waiting.length, ...(found.length > 0 && body) },
        })
      if (found.length === 0) return { status: 'success' as const, version }
      const names = found.map(({ app }) => app)
      const said = message('databases_damaged', { which: wordsFor(names) })
      // The other applications go on, and a balancer must not take them away.
      const all = new Set([...applications, ...names])
      if (found.length < all.size) return { status: 'warning' as const, version, text: said.text, ...body }
      throw new AppError('overloaded', { ...said, detail: 'damaged', body })
    })

    server.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
      const level = request.optionalScope?.principal.privilege ?? privileges.waiting
      if (!isFromHere(request) && level > privileges.admin) throw new AppError('not_enough_privilege')
      return reply.type(registry.contentType).send(await registry.metrics())
    })
  }

/** Applications whose migrations wait, run at this moment, or failed; they are not waited for. */
async function namesBehind({ applications }: Services, names: readonly string[]): Promise<string[]> {
  // What cannot be opened is told as damaged, or by every request.
  const behind = await Promise.all(names.map((app) => applications.isBehind(app).catch(() => false)))
  return names.filter((_, place) => behind[place])
}

/**
 * Did a program on this machine ask for itself? What a proxy on this machine hands on comes from elsewhere.
 */
function isFromHere({ ip, headers }: FastifyRequest): boolean {
  const isHandedOn = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined
  return !isHandedOn && /^(127\.|::1$|::ffff:127\.)/.test(ip)
}
