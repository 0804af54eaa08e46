/** What a picture process is asked to do with a file of this machine. */
export type ImageJob = { readonly path: string; readonly maxPixels: number } & (
  | { readonly do: 'describe' }
  /** Into `to`, as WebP, upright, at most `width` pixels wide, without any notes. */
  | { readonly do: 'preview'; readonly to: string; readonly width: number }
  /** Into `to`, in its own format, upright, so that neither side is longer than `side` pixels. */
  | { readonly do: 'shrink'; readonly to: string; readonly side: number }
  /**
   * Into `to`, as JPEG on white, upright, so that neither side is longer than `side` pixels, without any
   * notes.
   */
  | { readonly do: 'print'; readonly to: string; readonly side: number }
  /** Into `to`, in its own format, upright and without notes, if it says where it was taken. */
  | { readonly do: 'conceal'; readonly to: string }
)

/** What a camera wrote into a picture. It may be wrong. */
export interface ImageMetadata {
  /** `YYYY-MM-DDTHH:MM:SS`, by the clock of the camera. */
  readonly takenAt: string | undefined
  /** `+02:00`: how far that clock is from UTC, where the camera says so. */
  readonly utcOffset: string | undefined
  readonly make: string | undefined
  readonly model: string | undefined
  readonly lens: string | undefined
  readonly author: string | undefined
  readonly copyright: string | undefined
  readonly position: Position | undefined
}

export interface Position {
  /** Degrees, WGS 84; north and east are positive. */
  readonly latitude: number
  readonly longitude: number
  /** Above the sea. */
  readonly altitudeMetres: number | undefined
}

export interface ImageSize {
  readonly width: number
  readonly height: number
}

/** The size is that of the picture as it is shown, upright. */
export interface ImageFacts extends ImageSize {
  readonly format: string
  readonly notes: ImageMetadata
}

/**
 * `made`: `to` was written. `not needed`: the file is right as it is. `impossible`: it cannot be decoded, or
 * is too large to be. `unavailable`: no process starts in which it could be tried, which says nothing of the
 * picture.
 */
export type Outcome = 'made' | 'not needed' | 'impossible' | 'unavailable'

/** What a picture process says first. */
export const ready = 'ready'

export interface ImageResult {
  readonly outcome: Outcome
  /** To `describe` alone. */
  readonly facts?: ImageFacts
  /** What was written has so many pixels; to `print` and `shrink` alone. */
  readonly size?: ImageSize
  /** Why it was impossible, for the log. */
  readonly reason?: string
}
