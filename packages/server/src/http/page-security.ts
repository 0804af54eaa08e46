import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.js'

/**
 * What pages of the service may ask a browser for: taking pictures, showing where one is, the whole screen;
 * nothing else.
 */
const permissions = [
  ...['camera', 'geolocation', 'fullscreen', 'clipboard-write'].map((feature) => `${feature}=(self)`),
  ...[
    'microphone',
    'display-capture',
    'payment',
    'usb',
    'serial',
    'bluetooth',
    'midi',
    'browsing-topics',
  ].map((feature) => `${feature}=()`),
].join(', ')

const year = 31_536_000

/**
 * Tells browsers what pages may do, and, where the service is reached by HTTPS, never to come back without
 * it. Whether a request came by HTTPS a proxy says that `TROWEL_TRUST_PROXY` names.
 */
export function securePages(server: FastifyInstance, { publicUrl }: Pick<Config, 'publicUrl'>): void {
  const isAlwaysSecure = publicUrl?.startsWith('https:') === true
  server.addHook('onSend', (request, reply, payload, done) => {
    if (isAlwaysSecure || request.protocol === 'https')
      reply.header('strict-transport-security', `max-age=${year}`)
    if (String(reply.getHeader('content-type')).startsWith('text/html'))
      reply.header('permissions-policy', permissions)
    done(null, payload)
  })
}
