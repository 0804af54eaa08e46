import { ApiError, NetworkError } from '@trowel/client'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useConnection } from '../../../core/connection.js'
import { client } from '../../../core/session.js'

/** A file that waits for the record that is being written. */
export interface StagedFile {
  readonly key: number
  readonly file: File
  /** How much of it has left, from 0 to 1. */
  readonly sent: number
  readonly isThere: boolean
  readonly error?: unknown
}

export interface StagedFiles {
  readonly files: readonly StagedFile[]
  /** The same, as they are kept on this machine: another list only when others are chosen. */
  readonly chosen: readonly File[]
  readonly add: (files: readonly File[]) => void
  readonly again: (key: number) => void
  readonly remove: (key: number) => void
  /** What the service calls them, in their order; waits until all have arrived. @throws why one did not */
  readonly uploads: () => Promise<string[]>
  /** The service has them no more: they are sent again. */
  readonly sendAgain: () => void
}

/** So many leave at once: more would only share the same line. */
const lanes = 2
let lastKey = 0

const waiting = (file: File): StagedFile => ({ key: ++lastKey, file, sent: 0, isThere: false })

/**
 * Sends files while the record to which they will belong is being written. They stay here until it is saved:
 * without a connection they leave as soon as there is one again.
 *
 * @param begun files that an earlier visit chose
 */
export function useStagedFiles(table: string, begun: readonly File[] = []): StagedFiles {
  const [files, setFiles] = useState<readonly StagedFile[]>(() => begun.map(waiting))
  const [chosen, setChosen] = useState(begun)
  const sent = useRef(new Map<number, { readonly upload: Promise<string>; readonly stop: AbortController }>())
  const lanesFree = useRef(Array.from({ length: lanes }, () => Promise.resolve()))
  const turn = useRef(0)

  const change = useCallback(
    (key: number, values: Partial<StagedFile>) =>
      setFiles((now) => now.map((one) => (one.key === key ? { ...one, ...values } : one))),
    [],
  )

  const send = useCallback(
    ({ key, file }: StagedFile) => {
      const stop = new AbortController()
      const lane = turn.current++ % lanes
      const upload = (lanesFree.current[lane] ?? Promise.resolve()).then(async () => {
        stop.signal.throwIfAborted()
        const onProgress = (done: number, total: number) =>
          change(key, { sent: total > 0 ? done / total : 0 })
        const reply = await client.files.stage(table, file, { signal: stop.signal, onProgress })
        change(key, { isThere: true, sent: 1 })
        return reply.upload
      })
      sent.current.set(key, { upload, stop })
      const ended = upload.then(
        () => {},
        (error: unknown) => {
          if (!stop.signal.aborted) change(key, { error })
        },
      )
      lanesFree.current[lane] = ended
    },
    [table, change],
  )

  const begin = useCallback(
    (some: readonly StagedFile[]) => {
      for (const one of some) {
        change(one.key, { sent: 0, isThere: false, error: undefined })
        send(one)
      }
    },
    [send, change],
  )

  // What an earlier visit chose leaves once the form stands; what leaves when the form goes was for nothing.
  const isBegun = useRef(false)
  useEffect(() => {
    if (!isBegun.current) for (const one of files) send(one)
    isBegun.current = true
  }, [files, send])
  useEffect(
    () => () => {
      for (const { stop } of sent.current.values()) stop.abort()
    },
    [],
  )

  // What did not leave for want of a connection does as soon as there is one again.
  const connected = useConnection()
  const now = useRef(files)
  now.current = files
  useEffect(() => {
    if (connected) begin(now.current.filter(({ error }) => error instanceof NetworkError))
  }, [connected, begin])

  const add = useCallback(
    (more: readonly File[]) => {
      const added = more.map(waiting)
      setFiles((before) => [...before, ...added])
      setChosen((before) => [...before, ...more])
      for (const one of added) send(one)
    },
    [send],
  )

  return {
    files,
    chosen,
    add,
    again: (key) => begin(files.filter((one) => one.key === key)),
    remove: (key) => {
      sent.current.get(key)?.stop.abort()
      sent.current.delete(key)
      setFiles((before) => before.filter((one) => one.key !== key))
      setChosen(files.filter((one) => one.key !== key).map(({ file }) => file))
    },
    uploads: () => Promise.all(files.map(({ key }) => sent.current.get(key)?.upload ?? Promise.reject())),
    sendAgain: () => begin(files),
  }
}

/** Was a record refused because its files were cleared away meanwhile? */
export const isUploadGone = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'upload_gone'
