/**
 * Which part of a drawing is seen, and how large: a point of the drawing stands at `point * scale + shift` on
 * the screen.
 */
export interface Viewport {
  readonly x: number
  readonly y: number
  readonly scale: number
}

export interface Size {
  readonly width: number
  readonly height: number
}

export interface Rectangle extends Size {
  readonly x: number
  readonly y: number
}

export const largest = 3
const smallest = 0.04
/** Below it names can hardly be read. */
const legible = 0.82
/** Left for the numbers of the layers. */
export const gutter = 44
const edge = 22

/** Room around the drawing at the start. */
export function wholeOf(drawing: Size, screen: Size): Viewport {
  const width = screen.width - gutter - edge
  const height = screen.height - 2 * edge
  const scale = clamp(Math.min(width / drawing.width, height / drawing.height, 1.25))
  return {
    x: gutter + Math.max(0, (width - drawing.width * scale) / 2),
    y: edge + Math.max(0, (height - drawing.height * scale) / 2),
    scale,
  }
}

/**
 * The whole drawing where its names can be read then, else a part.
 *
 * @param around the box that the person wants to see @param top the box at which the drawing begins
 */
export function firstViewport(
  drawing: Size,
  screen: Size,
  around: Rectangle | undefined,
  top: Rectangle | undefined,
): Viewport {
  const whole = wholeOf(drawing, screen)
  if (whole.scale >= legible) return whole
  if (around) return centred(around, screen, 1)
  const scale = Math.max(legible, Math.min(1, (screen.width - gutter - edge) / drawing.width))
  const middle = top ? screen.width / 2 - (top.x + top.width / 2) * scale : gutter
  return { x: Math.min(middle, gutter), y: edge, scale }
}

export function centred(box: Rectangle, screen: Size, scale: number): Viewport {
  return {
    x: screen.width / 2 - (box.x + box.width / 2) * scale,
    y: screen.height / 2 - (box.y + box.height / 2) * scale,
    scale,
  }
}

/** Nearer or farther, so that what lies under a point of the screen stays there. */
export function zoomed(viewport: Viewport, factor: number, x: number, y: number): Viewport {
  const scale = clamp(viewport.scale * factor)
  const real = scale / viewport.scale
  return { x: x - (x - viewport.x) * real, y: y - (y - viewport.y) * real, scale }
}

/** Keeps a part of the drawing on the screen, however far it is pushed. */
export function held(viewport: Viewport, drawing: Size, screen: Size): Viewport {
  const hold = (shift: number, extent: number, room: number) =>
    Math.min(Math.max(shift, Math.min(0, room / 2 - extent * viewport.scale)), Math.max(room / 2, 0) + 40)
  return {
    x: hold(viewport.x, drawing.width, screen.width),
    y: hold(viewport.y, drawing.height, screen.height),
    scale: viewport.scale,
  }
}

/** What of the drawing is seen. */
export const seenPart = ({ x, y, scale }: Viewport, screen: Size): Rectangle => ({
  x: -x / scale,
  y: -y / scale,
  width: screen.width / scale,
  height: screen.height / scale,
})

export const between = (from: Viewport, to: Viewport, part: number): Viewport => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
  scale: from.scale + (to.scale - from.scale) * part,
})

const clamp = (scale: number) => Math.min(Math.max(scale, smallest), largest)
