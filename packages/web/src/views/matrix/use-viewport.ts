import { useReducedMotion } from '@mantine/hooks'
import { type RefObject, useCallback, useEffect, useMemo, useRef } from 'react'
import {
  around,
  between,
  centred,
  firstViewport,
  held,
  meets,
  type Rectangle,
  type Size,
  seenPart,
  type Viewport,
  wholeOf,
  zoomed,
} from './viewport.js'

const flight = 320

/** What was seen of each drawing when it was left. */
const left = new Map<string, Viewport>()

/**
 * The part of the drawing that is seen. It changes with every movement of the hand, so it is drawn past
 * React.
 */
export function useViewport(
  name: string,
  frame: RefObject<HTMLElement | null>,
  drawing: Size,
  draw: (viewport: Viewport, screen: Size) => void,
) {
  const calm = useReducedMotion()
  const viewport = useRef<Viewport | undefined>(undefined)
  const asked = useRef(0)
  const flying = useRef(false)
  /** Is everything shown, and was nothing moved since? */
  const fitted = useRef(false)
  const latest = useRef({ drawing, draw, calm })
  latest.current = { drawing, draw, calm }

  const screen = useCallback(
    (): Size => ({
      width: frame.current?.clientWidth ?? 0,
      height: frame.current?.clientHeight ?? 0,
    }),
    [frame],
  )
  const redraw = useCallback(() => {
    // A flight draws every picture on its way with what is known then.
    if (flying.current) return
    cancelAnimationFrame(asked.current)
    asked.current = requestAnimationFrame(() => {
      if (viewport.current) latest.current.draw(viewport.current, screen())
    })
  }, [screen])
  useEffect(
    () => () => {
      cancelAnimationFrame(asked.current)
      if (viewport.current) left.set(name, viewport.current)
    },
    [name],
  )

  return useMemo(() => {
    const show = (next: Viewport) => {
      flying.current = false
      fitted.current = false
      viewport.current = held(next, latest.current.drawing, screen())
      redraw()
    }
    const fly = (to: Viewport) => {
      const from = viewport.current
      fitted.current = false
      if (!from || latest.current.calm) return show(to)
      const start = performance.now()
      const step = (now: number) => {
        const part = Math.min((now - start) / flight, 1)
        viewport.current = held(between(from, to, 1 - (1 - part) ** 3), latest.current.drawing, screen())
        latest.current.draw(viewport.current, screen())
        flying.current = part < 1
        if (part < 1) asked.current = requestAnimationFrame(step)
      }
      flying.current = true
      cancelAnimationFrame(asked.current)
      asked.current = requestAnimationFrame(step)
    }
    return {
      /** `undefined` before anything was drawn. */
      now: () => viewport.current,
      screen,
      redraw,
      /** Begins where the drawing was left in this window, else with what is likely to be wanted first. */
      begin: (chosen: Rectangle | undefined) => {
        const known = left.get(name)
        const stays = known && (!chosen || meets(chosen, seenPart(known, screen())))
        show(stays ? known : firstViewport(latest.current.drawing, screen(), chosen))
        fitted.current = !stays
      },
      move: (x: number, y: number) => {
        const { current } = viewport
        if (current) show({ ...current, x: current.x + x, y: current.y + y })
      },
      /** Around a point of the screen, else around its middle. */
      zoom: (factor: number, x = screen().width / 2, y = screen().height / 2) => {
        if (viewport.current) show(zoomed(viewport.current, factor, x, y))
      },
      fit: () => {
        fly(wholeOf(latest.current.drawing, screen()))
        fitted.current = true
      },
      /** Brings a part of the drawing into the middle, large enough to be read. */
      goTo: (box: Rectangle) => fly(centred(box, screen(), Math.max(viewport.current?.scale ?? 1, 0.9))),
      /** Brings all of several boxes onto the screen. */
      goToAll: (boxes: readonly Rectangle[]) => fly(around(boxes, screen())),
      /** The screen has another size: a box moves back onto it, and all that was shown whole stays so. */
      resize: (box: Rectangle | undefined) => {
        const { current } = viewport
        if (!current || flying.current) return
        if (!box) {
          if (!fitted.current) return redraw()
          show(wholeOf(latest.current.drawing, screen()))
          fitted.current = true
          return
        }
        const over = current.x + (box.x + box.width) * current.scale - screen().width + 70
        const under = current.y + (box.y + box.height) * current.scale - screen().height + 30
        if (over > 0 || under > 0)
          show({ ...current, x: current.x - Math.max(over, 0), y: current.y - Math.max(under, 0) })
        else redraw()
      },
      /** Puts a point of the drawing into the middle. */
      centre: (x: number, y: number) =>
        show(centred({ x, y, width: 0, height: 0 }, screen(), viewport.current?.scale ?? 1)),
    }
  }, [screen, redraw, name])
}

export type ViewportHandle = ReturnType<typeof useViewport>
