import type { client } from '../../core/session.js'

type Preview = Awaited<ReturnType<typeof client.imports.previewFile>>

/** What the service found in a file of rows. */
export type TablePreview = Extract<Preview, { columns: unknown }>

/** What it found in a file of places. */
export type FeaturePreview = Extract<Preview, { geo_props: unknown }>
