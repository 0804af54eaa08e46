import { type PointerEvent, type RefObject, useEffect, useRef } from 'react'
import type { Marks } from './marks.js'
import classes from './matrix.module.css'
import type { Palette } from './palette.js'
import type { Layout } from './use-layout.js'
import type { ViewportHandle } from './use-viewport.js'
import { type Size, seenPart, type Viewport } from './viewport.js'

const maxSize = { width: 190, height: 150 }

/** The whole drawing in a corner, with the part that is seen; only where the rest is not seen anyhow. */
export function Overview({
  layout,
  marks,
  palette,
  viewport,
  frame,
}: {
  layout: Layout
  marks: Marks
  palette: Palette
  viewport: ViewportHandle
  frame: RefObject<HTMLDivElement | null>
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const part = useRef<HTMLDivElement>(null)
  const scale = Math.min(
    maxSize.width / Math.max(layout.width, 1),
    maxSize.height / Math.max(layout.height, 1),
    0.2,
  )
  const [width, height] = [Math.ceil(layout.width * scale), Math.ceil(layout.height * scale)]

  useEffect(() => {
    const pen = canvas.current?.getContext('2d')
    if (!canvas.current || !pen) return
    canvas.current.width = width * devicePixelRatio
    canvas.current.height = height * devicePixelRatio
    pen.scale(devicePixelRatio * scale, devicePixelRatio * scale)
    layout.boxes.forEach((box, place) => {
      const marked = marks.later.has(place)
        ? palette.later
        : marks.earlier.has(place)
          ? palette.earlier
          : undefined
      pen.fillStyle =
        place === marks.chosen ? palette.chosen : box.in_loop ? palette.loop : (marked ?? palette.quiet)
      pen.globalAlpha = marked || place === marks.chosen || box.in_loop ? 1 : 0.45
      pen.fillRect(box.x, box.y, Math.max(box.width, 1 / scale), Math.max(box.height, 1 / scale))
    })
  }, [layout, marks, palette, width, height, scale])

  useEffect(() => {
    const element = frame.current
    const show = (event: Event) => {
      if (!part.current || !element || !(event instanceof CustomEvent)) return
      const { viewport: now, screen } = event.detail as { viewport: Viewport; screen: Size }
      const seen = seenPart(now, screen)
      const [left, top] = [Math.max(seen.x, 0), Math.max(seen.y, 0)]
      const right = Math.min(seen.x + seen.width, layout.width)
      const bottom = Math.min(seen.y + seen.height, layout.height)
      element.hidden = left === 0 && top === 0 && right === layout.width && bottom === layout.height
      part.current.style.translate = `${left * scale}px ${top * scale}px`
      part.current.style.width = `${Math.max(right - left, 0) * scale}px`
      part.current.style.height = `${Math.max(bottom - top, 0) * scale}px`
    }
    element?.addEventListener('viewport', show)
    viewport.redraw()
    return () => element?.removeEventListener('viewport', show)
  }, [frame, layout, scale, viewport])

  const go = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return
    const { left, top } = event.currentTarget.getBoundingClientRect()
    viewport.centre((event.clientX - left - 6) / scale, (event.clientY - top - 6) / scale)
  }
  return (
    <div
      ref={frame}
      className={classes['overview']}
      aria-hidden="true"
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId)
        go(event)
      }}
      onPointerMove={go}
    >
      <canvas ref={canvas} style={{ width, height }} />
      <div ref={part} className={classes['part']} />
    </div>
  )
}
