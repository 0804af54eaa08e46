import { isFileLayer, type MapLayer } from '@trowel/contract/map-layers.js'

/**
 * Where the files of layers lie, by the id of the layer: an address is good for an hour or two, and what is
 * drawn from it goes on longer.
 */
const addresses = new Map<string, string>()
let renewAddresses: () => Promise<unknown> = async () => {}

/** @param renew fetches the layers again, and hands them over here */
export function keepAddresses(layers: readonly MapLayer[], renew: () => Promise<unknown>): void {
  for (const { id, type, path } of layers) if (isFileLayer(type) && path !== '') addresses.set(id, path)
  renewAddresses = renew
}

/** A part of a file, and how many bytes all of it has. */
export interface FilePart {
  readonly data: ArrayBuffer
  readonly total: number
}

/** A part of the file of a layer. */
export async function fetchPart(
  layer: string,
  offset: number,
  length: number,
  signal?: AbortSignal,
): Promise<FilePart> {
  const ask = () => {
    const address = addresses.get(layer)
    if (address === undefined) throw new Error(`The layer ${layer} has no file.`)
    const range = `bytes=${offset}-${offset + length - 1}`
    // Browsers that keep parts of files have been seen to answer with less of them.
    return fetch(address, { headers: { range }, cache: 'no-store', ...(signal && { signal }) })
  }
  let reply = await ask()
  if (reply.status === 403) {
    await renewAddresses()
    reply = await ask()
  }
  if (!reply.ok) throw new Error(`${reply.status}`)
  const data = await reply.arrayBuffer()
  // Something on the way may know of no parts.
  if (reply.status !== 206) return { data: data.slice(offset, offset + length), total: data.byteLength }
  const total = Number(/\/(\d+)$/.exec(reply.headers.get('content-range') ?? '')?.[1])
  if (data.byteLength < Math.min(length, total - offset)) throw new Error('A part of the file broke off.')
  return { data, total }
}
