/** Widths in pixels in which pictures are offered. */
export const pictureWidths = [120, 240, 480, 960, 1920] as const
export type PictureWidth = (typeof pictureWidths)[number]
