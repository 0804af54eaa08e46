import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { Logger } from 'pino'
import { buildServer } from '../build-server.js'
import { openLog } from '../log.js'
import { sql } from '../storage/sql.js'
import type { Dig } from './open-dig.js'

/** A log of everything, and what was written to it. */
export interface KeptLog {
  readonly log: Logger
  readonly written: () => string
}

export function keepLog(): KeptLog {
  const lines: string[] = []
  const log = openLog(
    'trace',
    new Writable({
      write(chunk, _encoding, done) {
        lines.push(String(chunk))
        done()
      },
    }),
  )
  return { log, written: () => lines.join('') }
}

/**
 * Asks the service, as a super-administrator unless another bearer is named, and keeps what it answers and
 * logs: no secret may be in it.
 */
export async function watchSecrets(dig: Dig) {
  const answers: string[] = []
  const { log, written } = keepLog()
  const server = await buildServer(dig.services, log)
  return {
    async ask(method: 'GET' | 'POST' | 'PUT' | 'PATCH', url: string, payload?: object, bearer?: string) {
      const headers = { authorization: `Bearer ${bearer ?? (await dig.token('super_admin'))}` }
      const reply = await server.inject({ method, url, headers, ...(payload && { payload }) })
      answers.push(JSON.stringify(reply.headers), reply.body)
      return reply
    },
    /** Leaves out what was answered so far, such as the one answer that tells a secret. */
    forgetAnswers() {
      answers.length = 0
    },
    /** Ends the service. @returns what it left behind, by place: answers, logs and each file it wrote */
    async end(): Promise<Readonly<Record<string, string>>> {
      await server.close()
      const entries = await dig.application.db.quick.all(sql`SELECT "message", "facts" FROM "sys_log"`)
      const left: Record<string, string> = {
        answers: answers.join('\n'),
        log: written(),
        'log of the application': JSON.stringify(entries),
      }
      const files = await readdir(dig.service.dataFolder, { recursive: true, withFileTypes: true })
      for (const file of files) {
        const path = join(file.parentPath, file.name)
        if (file.isFile()) left[path] = (await readFile(path)).toString('latin1')
      }
      return left
    },
  }
}

/** The places in what was left behind that have a text. */
export const placesOf = (text: string, left: Readonly<Record<string, string>>): string[] =>
  Object.entries(left)
    .filter(([, content]) => content.includes(text))
    .map(([place]) => place)
