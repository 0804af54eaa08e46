import type { Logger } from 'pino'
import { buildServer } from './build-server.js'
import { type Config, ConfigError } from './config.js'
import { configFromEnvironment } from './environment.js'
import { openLog } from './log.js'
import { openServices } from './open-services.js'
import { StorageError } from './storage/storage.js'

/** Starts the service and keeps it until SIGTERM or SIGINT, which let the requests under way finish. */
export async function serve(): Promise<void> {
  try {
    const config = configFromEnvironment()
    const log = openLog(config.logLevel)
    const { address, stop } = await start(config, log)
    let isStopping = false
    for (const signal of ['SIGTERM', 'SIGINT'] as const) {
      process.on(signal, () => {
        if (isStopping) return
        isStopping = true
        log.info({ signal }, 'stopping')
        stop().then(
          () => log.info('stopped'),
          (error: unknown) => {
            log.error({ err: error }, 'the service did not stop cleanly')
            process.exitCode = 1
          },
        )
      })
    }
    process.stdout.write(`listening on ${address}\n`)
  } catch (error) {
    if (!isForPeople(error)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** @throws what `isForPeople`, when something that the settings name cannot be used */
export async function start(
  config: Config,
  log: Logger,
): Promise<{ readonly address: string; stop(): Promise<void> }> {
  const services = await openServices(config, log)
  const server = await buildServer(services, log)
  const stop = async (): Promise<void> => {
    await server.close()
    await services.close()
  }
  try {
    return { address: await server.listen({ host: config.host, port: config.port }), stop }
  } catch (error) {
    await stop()
    throw portProblem(config, error)
  }
}

function portProblem(config: Config, error: unknown): unknown {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE') {
    return new ConfigError(
      `Port ${config.port} of ${config.host} is taken by another program. Set TROWEL_PORT to a free one; 0 picks one.`,
    )
  }
  if (code === 'EACCES')
    return new ConfigError(`Port ${config.port} may not be used. Set TROWEL_PORT to one above 1023.`)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN' || code === 'EADDRNOTAVAIL')
    return new ConfigError(
      `${config.host} is no address of this machine. Set TROWEL_HOST to one that is; 0.0.0.0 stands for all.`,
    )
  return error
}

/** Errors that say what to do; everything else is a bug and shows its stack. */
export function isForPeople(error: unknown): error is Error {
  return (
    error instanceof ConfigError ||
    (error instanceof StorageError && ['unavailable', 'files_unavailable'].includes(error.problem))
  )
}
