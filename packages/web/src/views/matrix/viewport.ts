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

/** What is seen at first: all, or the surroundings of the chosen box where not all can be read at once. */
export function firstViewport(drawing: Size, screen: Size, around: Rectangle | undefined): Viewport {
  const whole = wholeOf(drawing, screen)
  return around && whole.scale < legible ? centred(around, screen, 1) : whole
}

export function centred(box: Rectangle, screen: Size, scale: number): Viewport {
  return {
    x: screen.width / 2 - (box.x + box.width / 2) * scale,
    y: screen.height / 2 - (box.y + box.height / 2) * scale,
    scale,
  }
}

/** Where several boxes are seen at once, no larger than they are. */
export function around(boxes: readonly Rectangle[], screen: Size): Viewport {
  const [left, top] = [Math.min(...boxes.map(({ x }) => x)), Math.min(...boxes.map(({ y }) => y))]
  const width = Math.max(...boxes.map((box) => box.x + box.width)) - left
  const height = Math.max(...boxes.map((box) => box.y + box.height)) - top
  const room = { width: screen.width - 2 * (gutter + edge), height: screen.height - 4 * edge }
  const scale = clamp(Math.min(room.width / width, room.height / height, 1))
  return centred({ x: left, y: top, width, height }, screen, scale)
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

/** Is any of a box in a part of the drawing? */
export const meets = (box: Rectangle, seen: Rectangle): boolean =>
  box.x < seen.x + seen.width &&
  box.x + box.width > seen.x &&
  box.y < seen.y + seen.height &&
  box.y + box.height > seen.y

export const between = (from: Viewport, to: Viewport, part: number): Viewport => ({
  x: from.x + (to.x - from.x) * part,
  y: from.y + (to.y - from.y) * part,
  scale: from.scale + (to.scale - from.scale) * part,
})

const clamp = (scale: number) => Math.min(Math.max(scale, smallest), largest)
