import { type PointerEvent, useCallback, useEffect, useRef, useState } from 'react'

const margin = 24

/** A part of a drawing that is looked at: dragged, brought nearer with the wheel, or seen as a whole. */
export function usePanZoom(width: number, height: number) {
  const whole = { x: -margin, y: -margin, width: width + 2 * margin, height: height + 2 * margin }
  const [view, setView] = useState(whole)
  const [svg, setSvg] = useState<SVGSVGElement | null>(null)
  const from = useRef<{ x: number; y: number; dragged: boolean }>(undefined)

  const zoom = useCallback((by: number, atX = 0.5, atY = 0.5) => {
    setView((now) => ({
      x: now.x + now.width * (1 - by) * atX,
      y: now.y + now.height * (1 - by) * atY,
      width: now.width * by,
      height: now.height * by,
    }))
  }, [])

  // React listens passively to the wheel, which then scrolls the page besides.
  useEffect(() => {
    const turn = (event: WheelEvent) => {
      if (!svg) return
      event.preventDefault()
      const box = svg.getBoundingClientRect()
      const by = Math.exp(Math.max(-60, Math.min(60, event.deltaY)) / 300)
      zoom(by, (event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height)
    }
    svg?.addEventListener('wheel', turn, { passive: false })
    return () => svg?.removeEventListener('wheel', turn)
  }, [svg, zoom])

  const drag = (event: PointerEvent<SVGSVGElement>) => {
    const before = from.current
    if (!before || !svg) return
    const box = svg.getBoundingClientRect()
    const scale = Math.max(view.width / box.width, view.height / box.height)
    const [x, y] = [event.clientX - before.x, event.clientY - before.y]
    if (!before.dragged && Math.hypot(x, y) < 4) return
    if (!before.dragged) svg.setPointerCapture(event.pointerId)
    from.current = { x: event.clientX, y: event.clientY, dragged: true }
    setView((now) => ({ ...now, x: now.x - x * scale, y: now.y - y * scale }))
  }
  return {
    viewBox: `${view.x} ${view.y} ${view.width} ${view.height}`,
    zoom,
    fit: () => setView(whole),
    handlers: {
      ref: setSvg,
      onPointerDown: (event: PointerEvent) => {
        from.current = { x: event.clientX, y: event.clientY, dragged: false }
      },
      onPointerMove: drag,
      onPointerUp: () => {
        from.current = undefined
      },
    },
  }
}
