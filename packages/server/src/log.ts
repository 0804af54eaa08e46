import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * The log, a line of JSON for each event.
 *
 * @param destination standard output, unless told
 */
export const openLog = (level: string, destination?: DestinationStream): Logger =>
  pino(
    {
      level,
      base: { pid: process.pid },
      // What reads uploads tells with `trace` all that it was given, the caller's token among it.
      redact: { paths: ['busboyOptions.headers'], remove: true },
    },
    destination ?? pino.destination(1),
  )
