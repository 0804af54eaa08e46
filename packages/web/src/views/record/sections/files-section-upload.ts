import { useQueryClient } from '@tanstack/react-query'
import type { RecordFile } from '@trowel/contract/files.js'
import { useCallback, useEffect, useRef, useState } from 'react'
import { showProblem } from '../../../components/notices.js'
import { useApplication, useChanged } from '../../../core/application.js'
import { about } from '../../../core/query.js'
import { client } from '../../../core/session.js'
import { changeKnownFiles } from './files-section-known.js'

/** A file on its way to a record. */
export interface Upload {
  readonly key: number
  readonly file: File
  /** How much of it has left, from 0 to 1. */
  readonly sent: number
  readonly error?: unknown
}

/** So many leave at once: more would only share the same line. */
const lanes = 2
let lastKey = 0

/**
 * Uploads files to a record, in the order in which they were chosen. Going to another view does not stop
 * them; closing the window is asked about.
 */
export function useUploads(table: string, id: number) {
  const { app } = useApplication()
  const queries = useQueryClient()
  const changed = useChanged()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const waiting = useRef<Upload[]>([])
  const stops = useRef(new Map<number, AbortController>())
  const running = useRef(0)
  const shown = useRef(true)
  useEffect(() => {
    shown.current = true
    return () => {
      shown.current = false
    }
  }, [])
  const leaving = uploads.some(({ error }) => error === undefined)
  useEffect(() => {
    if (!leaving) return
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    window.addEventListener('beforeunload', ask)
    return () => window.removeEventListener('beforeunload', ask)
  }, [leaving])

  const change = useCallback(
    (key: number, values: Partial<Upload>) =>
      setUploads((now) => now.map((one) => (one.key === key ? { ...one, ...values } : one))),
    [],
  )
  const drop = useCallback((key: number) => setUploads((now) => now.filter((one) => one.key !== key)), [])

  /** The record shows the file at once; what else changed by it is asked for when all are there. */
  const append = useCallback(
    (file: RecordFile) =>
      changeKnownFiles(queries, about(app, { of: 'record', table, id }), (files) =>
        files.some(({ link_id }) => link_id === file.link_id) ? [...files] : [...files, file],
      ),
    [queries, app, table, id],
  )

  const work = useCallback(async () => {
    running.current++
    for (let next = waiting.current.shift(); next; next = waiting.current.shift()) {
      const { key, file } = next
      const stop = new AbortController()
      stops.current.set(key, stop)
      try {
        const reply = await client.files.upload(table, id, file, {
          signal: stop.signal,
          onProgress: (sent, total) => change(key, { sent: total > 0 ? sent / total : 0 }),
        })
        append(reply.file)
        drop(key)
      } catch (error) {
        if (stop.signal.aborted) drop(key)
        else if (shown.current) change(key, { error })
        else showProblem(error)
      } finally {
        stops.current.delete(key)
      }
    }
    running.current--
    if (running.current > 0) return
    void changed({ of: 'file', table, id })
  }, [table, id, changed, append, change, drop])

  const enqueue = useCallback(
    (some: readonly Upload[]) => {
      waiting.current.push(...some)
      while (running.current < Math.min(lanes, running.current + waiting.current.length)) void work()
    },
    [work],
  )

  return {
    uploads,
    add: (files: readonly File[]) => {
      const added = files.map((file): Upload => ({ key: ++lastKey, file, sent: 0 }))
      setUploads((now) => [...now, ...added])
      enqueue(added)
    },
    again: (upload: Upload) => {
      const fresh: Upload = { key: upload.key, file: upload.file, sent: 0 }
      setUploads((now) => now.map((one) => (one.key === upload.key ? fresh : one)))
      enqueue([fresh])
    },
    /** Stops an upload, or puts away one that failed. */
    stop: ({ key }: Upload) => {
      waiting.current = waiting.current.filter((one) => one.key !== key)
      const running = stops.current.get(key)
      if (running) running.abort()
      else drop(key)
    },
  }
}
