import { ApiError, NetworkError } from '@trowel/client'
import { useEffect, useState } from 'react'
import { isConnected, onConnection } from './connection.js'
import { isSessionEnded, onSession } from './session.js'

/**
 * Tells when what caused an error is over: the service can be reached again, or the person has logged in
 * again. Of other errors nobody can say that.
 *
 * @returns ends that
 */
export function onOvercome(error: unknown, listener: () => void): () => void {
  if (error instanceof NetworkError) return onConnection(() => isConnected() && listener())
  if (error instanceof ApiError && error.status === 401)
    return onSession(() => !isSessionEnded() && listener())
  return () => {}
}

/** Is what caused the error over, since it has been shown? */
export function useOvercome(error: unknown): boolean {
  const [overcome, setOvercome] = useState<unknown>()
  useEffect(() => onOvercome(error, () => setOvercome(error)), [error])
  return error !== undefined && overcome === error
}
