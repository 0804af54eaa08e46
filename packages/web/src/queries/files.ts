import type { FileObject } from '@trowel/contract/files.js'
import { describeQuery, type Source } from '../core/query.js'
import { client } from '../core/session.js'

type FilesQuery = Parameters<typeof client.files.list>[0]

/** Files with the records that they belong to, by name. */
const madeOf: readonly Source[] = [{ of: 'file' }, { of: 'record' }]

export const fileQueries = {
  page: (app: string, query: FilesQuery) =>
    describeQuery({
      key: [app, 'files', query],
      fetch: (signal) => client.files.list(query, { signal }),
      offline: true,
      madeOf,
    }),

  one: (app: string, id: number) =>
    describeQuery({
      key: [app, 'files', 'one', id],
      fetch: (signal) => client.files.list({ id }, { signal }),
      offline: true,
      madeOf,
      staleTime: 0,
    }),

  /** How many files belong to no record. */
  orphans: (app: string) =>
    describeQuery({
      key: [app, 'files', 'orphans', 'count'],
      fetch: (signal) => client.files.list({ orphans_only: true, per_page: 1 }, { signal }),
      offline: true,
      madeOf,
      staleTime: 5 * 60_000,
    }),

  /** The pictures that came last. */
  latestPictures: (app: string, count: number) =>
    describeQuery({
      key: [app, 'files', 'latest', count],
      fetch: (signal) => client.files.list({ images_only: true, per_page: count }, { signal }),
      offline: true,
      madeOf,
    }),

  /** Some files that a text finds. */
  found: (app: string, search: string) =>
    describeQuery({
      key: [app, 'files', 'to-link', search],
      fetch: (signal) => client.files.list({ search, per_page: 20 }, { signal }),
      offline: true,
      madeOf,
    }),

  /** What a camera wrote into a picture; other bytes have another address. */
  metadata: (app: string, { id, url }: Pick<FileObject, 'id' | 'url'>) =>
    describeQuery({
      key: [app, 'file-metadata', id, url],
      fetch: (signal) => client.files.metadata(id, { signal }),
      offline: false,
      madeOf: [],
      staleTime: Number.POSITIVE_INFINITY,
    }),
}
