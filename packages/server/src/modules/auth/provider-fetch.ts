import type { CustomFetch } from 'openid-client'

/** The answers of a provider are a few kilobytes. */
const maxBytes = 256 * 1024

/**
 * Asks a provider. An answer is read no further than it may be long, however it is packed. @throws
 * AnswerTooLong
 */
export const providerFetch: CustomFetch = async (address, { body, signal, ...options }) => {
  const response = await fetch(address, { ...options, body: body ?? null, signal: signal ?? null })
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of response.body ?? []) {
    bytes += piece.length
    if (bytes > maxBytes) throw new AnswerTooLong()
    pieces.push(piece)
  }
  const { status, headers } = response
  return new Response(bytes > 0 ? Buffer.concat(pieces) : null, { status, headers })
}

class AnswerTooLong extends Error {
  override readonly name = 'AnswerTooLong'
}
