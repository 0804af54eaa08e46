import type { FastifyInstance } from 'fastify'
import type { Application } from '../../catalogue/application.js'
import type { Services } from '../../http/services.js'
import type { Deliveries } from './deliveries.js'

/** Commits that come close to each other are looked at together. */
const soonMs = 200
/** When the database could not be reached. */
const laterMs = 10_000
/** New applications, and what no commit told of, are found within this time. */
const lookEveryMs = 60_000

/** While the service listens: what is committed is sent, in every application. */
export function sendInBackground(
  server: FastifyInstance,
  { applications }: Pick<Services, 'applications'>,
  deliveries: Deliveries,
): void {
  const watched = new Map<string, { stop(): void; timer: NodeJS.Timeout | undefined; at: number }>()
  let looking: NodeJS.Timeout | undefined
  let isOver = false

  const lookAt = async (application: Application): Promise<void> => {
    try {
      const { begun, nextAt } = await deliveries.begin(application)
      for (const work of begun) {
        work.then(
          () => schedule(application, 0),
          (error: unknown) => putOff(application, error),
        )
      }
      if (nextAt !== undefined) schedule(application, nextAt - Date.now())
    } catch (error) {
      putOff(application, error)
    }
  }

  const putOff = (application: Application, error: unknown): void => {
    server.log.warn({ err: error, app: application.name }, 'webhooks wait, and are looked at again')
    schedule(application, laterMs)
  }

  /** The earliest of the moments that are asked for. */
  const schedule = (application: Application, ms: number): void => {
    const place = watched.get(application.name)
    const at = Date.now() + Math.min(Math.max(0, ms), lookEveryMs)
    if (isOver || !place || (place.timer && place.at <= at)) return
    clearTimeout(place.timer)
    place.at = at
    place.timer = setTimeout(() => {
      place.timer = undefined
      void lookAt(application)
    }, at - Date.now())
    place.timer.unref()
  }

  const watch = (application: Application): void => {
    if (watched.has(application.name)) return
    const stop = application.db.onCommit(() => schedule(application, soonMs))
    watched.set(application.name, { stop, timer: undefined, at: 0 })
  }

  const lookAtAll = async (): Promise<void> => {
    const names = await applications.names().catch(() => [])
    for (const name of names) {
      if (isOver) return
      const application = await applications.open(name).catch((error: unknown) => {
        server.log.warn({ err: error, app: name }, 'webhooks of an application wait, since it does not open')
      })
      if (!application || isOver) continue
      watch(application)
      schedule(application, 0)
    }
  }

  server.addHook('onListen', () => {
    void lookAtAll()
    looking = setInterval(() => void lookAtAll(), lookEveryMs)
    looking.unref()
  })
  server.addHook('onClose', async () => {
    isOver = true
    clearInterval(looking)
    for (const { stop, timer } of watched.values()) {
      stop()
      clearTimeout(timer)
    }
    await deliveries.stop()
  })
}
