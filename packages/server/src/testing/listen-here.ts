import { pino } from 'pino'
import { buildServer } from '../build-server.js'
import { readConfig } from '../config.js'
import { openServices } from '../open-services.js'

/**
 * Starts the service in this process, on a port of its own.
 * @param settings as in the environment of a service that is shipped
 */
export async function listenHere(
  settings: Readonly<Record<string, string>>,
): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const config = readConfig({ ...settings }, 2)
  const log = pino({ level: process.env['TROWEL_TEST_LOG'] ?? 'silent' })
  const services = await openServices(config, log)
  const server = await buildServer(services, log)
  return {
    address: await server.listen({ host: config.host, port: config.port }),
    stop: async () => {
      // What clients keep open for another request would be waited for.
      server.server.closeIdleConnections()
      await server.close()
      await services.close()
    },
  }
}
