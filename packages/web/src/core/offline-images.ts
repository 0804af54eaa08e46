import type { FileObject } from '@trowel/contract/files.js'
import { useEffect, useState } from 'react'
import { drop, findOffline, keep, tidyStore } from './offline-store.js'
import { client } from './session.js'

/**
 * The size that is kept, and how large such a copy may be; with their number (`kept.ts`) that bounds the room
 * they take.
 */
const width = 240
const largest = 100_000
/** So many pictures of a record are kept. */
const maxImages = 60

interface OfflineImage {
  /** The address that the file had: a file that gets other bytes gets another one. */
  readonly url: string
  readonly picture: Blob
}

type Picture = Pick<FileObject, 'id' | 'url'>

/** Keeps small copies of the pictures of a record that a user has opened, for times without a network. */
export function useKeepPictures(files: readonly FileObject[], connected: boolean): void {
  useEffect(() => {
    if (!connected) return
    const leaving = new AbortController()
    keepPictures(files.filter(({ is_image }) => is_image).slice(0, maxImages), leaving.signal).catch(() => {})
    return () => leaving.abort()
  }, [files, connected])
}

async function keepPictures(files: readonly Picture[], signal: AbortSignal): Promise<void> {
  const person = client.session.user
  if (!person || files.length === 0) return
  for (const file of files) {
    const known = await findOffline<OfflineImage>('pictures', person, String(file.id))
    if (known?.content.url === file.url) continue
    const response = await fetch(client.files.url(file, { w: width }), { signal, priority: 'low' })
    const picture = await response.blob()
    // Not when he has left in the meantime.
    if (signal.aborted || client.session.user?.email !== person.email) return
    if (response.ok && picture.size <= largest)
      await keep('pictures', person, String(file.id), { url: file.url, picture } satisfies OfflineImage)
    else await drop('pictures', person, String(file.id))
  }
  await tidyStore('pictures')
}

/**
 * The address of the copy of a picture that this machine has kept; `null` when it has none, `undefined` until
 * that is known.
 */
export function useOfflineImage(file: Picture | undefined): string | null | undefined {
  const [found, setFound] = useState<{ readonly id: number; readonly address: string | null }>()
  const id = file?.id
  useEffect(() => {
    const person = client.session.user
    if (id === undefined || !person) return
    let address: string | null = null
    let left = false
    void findOffline<OfflineImage>('pictures', person, String(id)).then((kept) => {
      if (left) return
      address = kept ? URL.createObjectURL(kept.content.picture) : null
      setFound({ id, address })
    })
    return () => {
      left = true
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [id])
  return found && found.id === id ? found.address : undefined
}
