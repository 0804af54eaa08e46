import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { type Frame, movedBy, type Point, partAt, toggledAt, type View, whole, zoomedAt } from './view.js'

/** What a pointer draws, in parts of the picture. */
export interface Pen {
  /** @returns whether it draws: else the picture moves */
  down(at: Point): boolean
  move(at: Point): void
  up(): void
  /** A second finger came: it was meant to zoom. */
  cancel(): void
}

interface Held {
  readonly at: Point
  readonly since: number
  readonly from: Point
}

const tapMs = 300
const tapPixels = 24
const swipePixels = 56

/**
 * What fingers, a mouse and its wheel do with a picture: two fingers pinch, one moves what is larger than the
 * stage and swipes to the next file where it is not, a double tap goes near and back. With a pen, one pointer
 * draws.
 *
 * @returns handlers for the stage, and how far a swipe has come
 */
export function useGestures(
  stage: RefObject<HTMLElement | null>,
  frame: Frame | undefined,
  view: View,
  onView: (change: (view: View) => View) => void,
  { pen, onSwipe }: { readonly pen?: Pen | undefined; readonly onSwipe?: ((by: 1 | -1) => void) | undefined },
) {
  const pointers = useRef(new Map<number, Held>())
  const lastTap = useRef<{ readonly at: Point; readonly time: number }>(undefined)
  const isDrawing = useRef(false)
  /** The finger that stays behind turns no page. */
  const wasPinch = useRef(false)
  const [slide, setSlide] = useState(0)
  useWheel(stage, frame, onView)

  const pointOf = ({ clientX, clientY, currentTarget }: PointerEvent<HTMLElement>): Point => {
    const { left, top } = currentTarget.getBoundingClientRect()
    return [clientX - left, clientY - top]
  }
  const mayMove = view.zoom > 1.001

  const down = (event: PointerEvent<HTMLElement>) => {
    if (!frame || (event.pointerType === 'mouse' && event.button !== 0)) return
    const at = pointOf(event)
    event.currentTarget.setPointerCapture(event.pointerId)
    pointers.current.set(event.pointerId, { at, from: at, since: event.timeStamp })
    if (pen && pointers.current.size === 1) {
      isDrawing.current = pen.down(partAt(frame, view, at))
    } else if (isDrawing.current) {
      isDrawing.current = false
      pen?.cancel()
    }
    wasPinch.current = pointers.current.size > 1
    if (wasPinch.current) setSlide(0)
  }

  const move = (event: PointerEvent<HTMLElement>) => {
    const held = pointers.current.get(event.pointerId)
    if (!frame || !held) return
    const at = pointOf(event)
    const before = [...pointers.current.values()].map((one) => one.at)
    pointers.current.set(event.pointerId, { ...held, at })
    if (isDrawing.current) pen?.move(partAt(frame, view, at))
    else if (before.length === 2) {
      const after = [...pointers.current.values()].map((one) => one.at)
      onView((now) => pinched(frame, now, before, after))
    } else if (before.length === 1 && mayMove) {
      onView((now) => movedBy(frame, now, [at[0] - held.at[0], at[1] - held.at[1]]))
    } else if (onSwipe && !wasPinch.current && event.pointerType === 'touch') setSlide(at[0] - held.from[0])
  }

  const up = (event: PointerEvent<HTMLElement>) => {
    const held = pointers.current.get(event.pointerId)
    pointers.current.delete(event.pointerId)
    if (!frame || !held) return
    if (isDrawing.current) {
      isDrawing.current = false
      pen?.up()
      return
    }
    setSlide(0)
    if (pointers.current.size > 0) return
    const [right, below] = [held.at[0] - held.from[0], held.at[1] - held.from[1]]
    const isTap = Math.hypot(right, below) < tapPixels && event.timeStamp - held.since < tapMs
    if (isTap && !pen && !wasPinch.current) tap(held.at, event.timeStamp)
    const isSwipe = Math.abs(right) > swipePixels && Math.abs(right) > 1.5 * Math.abs(below)
    if (slide !== 0 && isSwipe && !mayMove) onSwipe?.(right < 0 ? 1 : -1)
  }

  const tap = (at: Point, time: number) => {
    const before = lastTap.current
    const isSecond =
      before &&
      time - before.time < tapMs &&
      Math.hypot(at[0] - before.at[0], at[1] - before.at[1]) < tapPixels
    lastTap.current = isSecond ? undefined : { at, time }
    if (isSecond && frame) onView((now) => toggledAt(frame, now, at))
  }

  const cancel = (event: PointerEvent<HTMLElement>) => {
    pointers.current.delete(event.pointerId)
    setSlide(0)
    if (isDrawing.current) pen?.cancel()
    isDrawing.current = false
  }
  return {
    slide,
    handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: cancel },
  }
}

/** What lay under both fingers still does, as far as a picture that is not turned can. */
function pinched(frame: Frame, view: View, before: readonly Point[], after: readonly Point[]): View {
  const [a = [0, 0], b = a] = before
  const [c = [0, 0], d = c] = after
  const spread = Math.hypot(b[0] - a[0], b[1] - a[1])
  const from: Point = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]
  const to: Point = [(c[0] + d[0]) / 2, (c[1] + d[1]) / 2]
  const zoomed = zoomedAt(frame, view, spread > 0 ? Math.hypot(d[0] - c[0], d[1] - c[1]) / spread : 1, from)
  return movedBy(frame, zoomed, [to[0] - from[0], to[1] - from[1]])
}

/** A wheel turns by lines or pixels, and so does a pinch on a trackpad, in small steps with Ctrl. */
function useWheel(
  stage: RefObject<HTMLElement | null>,
  frame: Frame | undefined,
  onView: (change: (view: View) => View) => void,
): void {
  useEffect(() => {
    const element = stage.current
    if (!element || !frame) return
    // Listened to by hand, since it must not scroll or zoom the page as well.
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top } = element.getBoundingClientRect()
      const pixels = event.deltaY * (event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1)
      const factor = Math.exp(-Math.max(-200, Math.min(200, pixels)) * (event.ctrlKey ? 0.01 : 0.002))
      onView((now) => zoomedAt(frame, now, factor, [event.clientX - left, event.clientY - top]))
    }
    element.addEventListener('wheel', turn, { passive: false })
    return () => element.removeEventListener('wheel', turn)
  }, [stage, frame, onView])
}

/** What keys do with a picture: plus and minus zoom, 0 fits, 1 shows its pixels, arrows move. */
export function viewByKey(frame: Frame, view: View, key: string): View | undefined {
  const step = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] }[key]
  if (step && view.zoom > 1.001) {
    const [right = 0, below = 0] = step
    const far = Math.min(frame.stage.width, frame.stage.height) / 6
    return movedBy(frame, view, [right * far, below * far])
  }
  if (key === '+' || key === '=') return zoomedAt(frame, view, 1.5)
  if (key === '-') return zoomedAt(frame, view, 1 / 1.5)
  if (key === '0') return whole
  return undefined
}
