import { type SavedThingCodes, SavedThingParams, savedThingDone } from '@trowel/contract/saved-things.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import type { SavedKind } from './saved-kind.js'
import { removeThing, shareThing } from './service.js'

interface Shared {
  /** The path of one thing, without its id. */
  readonly path: string
  readonly tags: readonly string[]
  /** What people call it, with its article. */
  readonly called: string
  readonly codes: SavedThingCodes
}

/** Sharing, no longer sharing and deleting: the same for everything that people keep. */
export const shareRoutes =
  (kind: SavedKind, { path, tags, called, codes }: Shared): Routes =>
  async (server) => {
    const one = { tags: [...tags], params: SavedThingParams, response: { 200: savedThingDone(codes) } }
    const done = (code: string) => ({ status: 'success' as const, code })

    server.post(
      `${path}/:id${digits}/share`,
      { schema: { ...one, summary: `Show ${called} to everybody` } },
      async ({ scope, params }) => {
        await shareThing(scope, kind, params.id, true)
        return done(codes.shared)
      },
    )

    server.post(
      `${path}/:id${digits}/unshare`,
      { schema: { ...one, summary: `Show ${called} to its owner alone again` } },
      async ({ scope, params }) => {
        await shareThing(scope, kind, params.id, false)
        return done(codes.unshared)
      },
    )

    server.delete(
      `${path}/:id${digits}`,
      { schema: { ...one, summary: `Delete ${called}` } },
      async ({ scope, params }) => {
        await removeThing(scope, kind, params.id)
        return done(codes.deleted)
      },
    )
  }
