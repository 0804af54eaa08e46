import type { client } from '../../core/session.js'

/** What the service found in a file. */
export type FilePreview = Awaited<ReturnType<typeof client.imports.previewFile>>

/** In one of rows. */
export type TablePreview = Extract<FilePreview, { columns: unknown }>

/** In one of places. */
export type FeaturePreview = Extract<FilePreview, { geo_props: unknown }>
