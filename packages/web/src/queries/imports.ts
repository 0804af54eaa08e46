import { pathOf } from '../core/dropped-files.js'
import { describeQuery } from '../core/query.js'
import { client } from '../core/session.js'

type PreviewRequest = Parameters<typeof client.imports.previewFile>[0] & { readonly file: File }
type UploadOptions = NonNullable<Parameters<typeof client.imports.previewFile>[1]>

export const importQueries = {
  /** The fields of a table that a file can be imported into. */
  fields: (app: string, table: string) =>
    describeQuery({
      key: [app, 'import-fields', table],
      fetch: (signal) => client.imports.fields(table, { signal }),
      offline: false,
      madeOf: [{ of: 'configuration' }],
    }),

  /** What a file holds. */
  preview: (app: string, request: PreviewRequest, onProgress?: UploadOptions['onProgress']) => {
    const { file, ...asked } = request
    return describeQuery({
      key: [app, 'import-preview', file.name, file.size, file.lastModified, asked],
      fetch: (signal) => client.imports.previewFile(request, { signal, onProgress }),
      offline: false,
      madeOf: [],
      // The file is sent once: sent again after a broken connection, it would take what was chosen for its
      // columns along.
      staleTime: 'static',
      gcTime: 0,
      retry: false,
    })
  },

  /** Which records the pictures of an archive belong to. */
  photos: (
    app: string,
    { files, index, ...asked }: { files: readonly File[]; tb: string; index?: File; pattern?: string },
    look: () => ReturnType<typeof client.imports.previewPhotos>,
  ) =>
    describeQuery({
      key: [
        app,
        'import-photos',
        ...[...files, index].map((file) => file && [pathOf(file), file.size]),
        asked,
      ],
      fetch: look,
      offline: false,
      madeOf: [],
      // The archive is sent once for each way to find its records.
      staleTime: 'static',
      gcTime: 0,
      retry: false,
    }),
}

/** Where texts can be searched and replaced. */
export const replaceQueries = {
  tables: (app: string) =>
    describeQuery({
      key: [app, 'replace', 'tables'],
      fetch: (signal) => client.searchReplace.tables({ signal }),
      offline: false,
      madeOf: [{ of: 'configuration' }],
    }),

  fields: (app: string, table: string) =>
    describeQuery({
      key: [app, 'replace', 'fields', table],
      fetch: (signal) => client.searchReplace.fields(table, { signal }),
      offline: false,
      madeOf: [{ of: 'configuration' }],
    }),
}
