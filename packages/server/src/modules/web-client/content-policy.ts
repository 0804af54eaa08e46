/**
 * What the page of the client may do: run its own scripts, ask this service, show its own pictures. Nothing
 * comes from, and nothing goes to, anywhere else, but for the servers that an administrator has named as
 * sources of map layers. Style elements need the nonce of the answer.
 *
 * @param mapServers origins, `https://tiles.example.org`
 */
export const contentPolicy = (nonce: string, mapServers: readonly string[]): string => {
  const ofMaps = mapServers.map((origin) => ` ${origin}`).join('')
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob:${ofMaps}`,
    "font-src 'self'",
    "media-src 'self' blob:",
    `connect-src 'self'${ofMaps}`,
    "worker-src 'self' blob:",
    "frame-src 'self' blob:",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
