import type { FastifyRequest } from 'fastify'
import type { Config } from '../../config.js'

export const mediaTypes = {
  json: 'application/json',
  geojson: 'application/geo+json',
  schema: 'application/schema+json',
  api: 'application/vnd.oai.openapi+json;version=3.0',
} as const

export interface Link {
  readonly href: string
  readonly rel: string
  readonly type: string
  readonly title?: string
}

/** Where this interface begins, as the caller's program reaches it. */
export const ogcAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>, request: FastifyRequest): string =>
  `${publicUrl ?? `${request.protocol}://${request.host}`}/ogc`

export const link = (href: string, rel: string, type: keyof typeof mediaTypes, title?: string): Link => ({
  href,
  rel,
  type: mediaTypes[type],
  ...(title === undefined ? {} : { title }),
})

export const collectionAddress = (base: string, table: string): string =>
  `${base}/collections/${encodeURIComponent(table)}`
