/** In pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

export type Point = readonly [x: number, y: number]

/** What a picture is looked at in. */
export interface Frame {
  readonly stage: Size
  readonly picture: Size
  /** Has it no pixels of its own? Then it is as large as the stage. */
  readonly isDrawing: boolean
}

/** Which part of a picture is seen, in the same terms for pictures and stages of all sizes. */
export interface View {
  /** 1: the whole picture. */
  readonly zoom: number
  /** What lies in the middle, as parts of its width and height. */
  readonly x: number
  readonly y: number
}

export const whole: View = { zoom: 1, x: 0.5, y: 0.5 }

/** Small pictures are not blown up to the size of the window. */
const maxEnlargement = 2
/** So many pixels of the screen at most are one of the picture. */
const maxScale = 8

/** Pixels of the screen for one of the picture where the whole of it is seen. */
export function fitScale({ stage, picture, isDrawing }: Frame): number {
  const fits = Math.min(stage.width / picture.width, stage.height / picture.height)
  return isDrawing ? fits : Math.min(fits, maxEnlargement)
}

export const maxZoom = (frame: Frame): number => Math.max(1, maxScale / fitScale(frame))

/** Where the picture lies on the stage. */
export interface Place extends Size {
  readonly left: number
  readonly top: number
  /** Pixels of the screen for one of the picture. */
  readonly scale: number
}

export function placeOf(frame: Frame, { zoom, x, y }: View): Place {
  const { stage, picture } = frame
  const scale = fitScale(frame) * zoom
  const [width, height] = [picture.width * scale, picture.height * scale]
  return { scale, width, height, left: edge(stage.width, width, x), top: edge(stage.height, height, y) }
}

/** What is smaller than the stage lies in its middle; what is larger leaves none of it empty. */
const edge = (stage: number, length: number, middle: number): number =>
  length <= stage ? (stage - length) / 2 : Math.min(0, Math.max(stage - length, stage / 2 - middle * length))

/** The view in which the picture has this size, and lies there as far as it can. */
function viewAt(frame: Frame, zoom: number, [left, top]: Point): View {
  const { stage, picture } = frame
  const scale = fitScale(frame) * zoom
  const [width, height] = [picture.width * scale, picture.height * scale]
  const x = middle(stage.width, width, left)
  const y = middle(stage.height, height, top)
  return { zoom, x, y }
}

const middle = (stage: number, length: number, start: number): number => {
  const held = edge(stage, length, (stage / 2 - start) / length)
  return (stage / 2 - held) / length
}

/** What lies under `at`, a point of the stage, stays there while all around it grows or shrinks. */
export function zoomedAt(frame: Frame, view: View, factor: number, at?: Point): View {
  const [x, y] = at ?? [frame.stage.width / 2, frame.stage.height / 2]
  const before = placeOf(frame, view)
  const zoom = Math.min(Math.max(view.zoom * factor, 1), maxZoom(frame))
  const growth = zoom / view.zoom
  return viewAt(frame, zoom, [x - (x - before.left) * growth, y - (y - before.top) * growth])
}

/** @param by pixels of the screen, to the right and down */
export function movedBy(frame: Frame, view: View, [right, down]: Point): View {
  const { left, top } = placeOf(frame, view)
  return viewAt(frame, view.zoom, [left + right, top + down])
}

/** As many pixels of the screen as the picture has. */
export const zoomOfPixels = (frame: Frame): number =>
  Math.min(Math.max(1 / fitScale(frame), 1), maxZoom(frame))

/** Near and back again: to the pixels of the picture, or closer where these are no larger than now. */
export function toggledAt(frame: Frame, view: View, at: Point): View {
  if (view.zoom > 1.01) return whole
  const target = Math.min(Math.max(zoomOfPixels(frame), 2.5), maxZoom(frame))
  return zoomedAt(frame, view, target / view.zoom, at)
}

/** Which part of the picture lies under a point of the stage; also beside the picture. */
export function partAt(frame: Frame, view: View, [x, y]: Point): Point {
  const { left, top, width, height } = placeOf(frame, view)
  return [(x - left) / width, (y - top) / height]
}

/** The nearest point on the picture. */
export const clamped = ([x, y]: Point): Point => [Math.min(Math.max(x, 0), 1), Math.min(Math.max(y, 0), 1)]
