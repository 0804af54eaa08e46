import type { FastifyInstance } from 'fastify'
import { operatorScope } from '../../http/operator-scope.js'
import type { Services } from '../../http/services.js'
import { calibrateWaiting } from '../../records/radiocarbon/service.js'

/**
 * When the service listens: dates that wait for a curve which is here by now are calibrated, one application
 * after the other.
 */
export function calibrateAtStart(server: FastifyInstance, services: Services): void {
  const stop = new AbortController()
  let running = Promise.resolve()
  server.addHook('onListen', async () => {
    running = calibrateAll(server, services, stop.signal)
  })
  server.addHook('onClose', async () => {
    stop.abort()
    await running
  })
}

async function calibrateAll(
  { log }: FastifyInstance,
  services: Services,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (const name of await services.applications.names()) {
      if (signal.aborted) return
      const application = await services.applications.open(name)
      // An older database first becomes what this service reads.
      if (!application || application.pendingMigrations.length > 0) continue
      // That some dates have no usable age was said when they were written.
      const quiet = log.child({ app: name }, { level: 'error' })
      await calibrateWaiting({ ...operatorScope(services, application), log: quiet }, signal)
    }
  } catch (error) {
    if (!signal.aborted)
      log.error(
        { err: error },
        'radiocarbon dates that wait for a curve were not calibrated; the next start tries again',
      )
  }
}
