import type { FilePart } from '../background/file-ranges.js'
import type { Raster } from './open-raster.js'

/** What the page says to the thread for rasters. `id` names what is answered. */
export type ToRasters =
  | { readonly do: 'open'; readonly id: number; readonly layer: string }
  | {
      readonly do: 'tile'
      readonly id: number
      readonly layer: string
      readonly place: readonly [zoom: number, column: number, row: number]
      readonly pixels: number
    }
  | { readonly do: 'cancel'; readonly id: number }
  /** A part of a file that the thread asked for; nothing where it could not be fetched. */
  | { readonly do: 'take'; readonly id: number; readonly part: FilePart | undefined }

/** What the thread says to the page. */
export type FromRasters =
  | { readonly do: 'opened'; readonly id: number; readonly raster: Pick<Raster, 'box' | 'maxZoom'> }
  | { readonly do: 'drawn'; readonly id: number; readonly tile: ImageBitmap | undefined }
  | { readonly do: 'failed'; readonly id: number; readonly reason: string }
  | {
      readonly do: 'fetch'
      readonly id: number
      readonly layer: string
      readonly offset: number
      readonly length: number
    }
