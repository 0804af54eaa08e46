import type { FastifyInstance } from 'fastify'
import type { Services } from '../../http/services.js'
import type { Database } from '../../storage/storage.js'
import { sweepPendingBinaries } from './pending-binaries.js'

const hour = 3_600_000

/**
 * While the service listens: what operations left that did not come to their end is removed, at the start and
 * every hour.
 */
export function startSweeping(server: FastifyInstance, services: Services): void {
  const began = Date.now()
  let timer: NodeJS.Timeout | undefined
  let running = Promise.resolve()
  let isOver = false
  const sweep = (isFirst: boolean): void => {
    running = running.then(() => sweepAll(server, services, isFirst ? began : undefined, () => isOver))
  }
  server.addHook('onListen', async () => {
    sweep(true)
    timer = setInterval(() => sweep(false), hour)
    timer.unref()
  })
  server.addHook('onClose', async () => {
    isOver = true
    clearInterval(timer)
    await running
  })
}

async function sweepAll(
  { log }: FastifyInstance,
  { applications, binaries, config }: Services,
  began: number | undefined,
  isOver: () => boolean,
): Promise<void> {
  const patience = Date.now() - config.limits.uploadMinutes * 60_000
  try {
    await binaries.spool.sweep()
    for (const name of await applications.names()) {
      if (isOver()) return
      const application = await applications.open(name)
      if (!application) continue
      const { db } = application
      const removed = await sweepPendingBinaries(binaries, db, (isAlone(db) ? began : undefined) ?? patience)
      if (removed > 0) log.info({ app: name, removed }, 'bytes of unfinished uploads and deletions removed')
    }
  } catch (error) {
    log.error({ err: error }, 'left-over bytes could not be removed; the next sweep tries again')
  }
}

/** Where only this process writes, whatever was under way before it began is over. */
const isAlone = (db: Database): boolean => db.writeVersion('sys_file_transit') !== undefined
