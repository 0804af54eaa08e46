import { type MouseEvent, type PointerEvent, useMemo } from 'react'

/** So long a finger rests to mean it, in milliseconds; so far it may slip meanwhile, in pixels. */
const restMs = 450
const slip = 10

/** Hears where a finger rests. What it leads to otherwise is not followed then. */
export function useLongPress(onRest: (target: Element) => void) {
  return useMemo(() => {
    let timer: number | undefined
    let from: { readonly x: number; readonly y: number } | undefined
    let isOver = false
    const end = () => {
      window.clearTimeout(timer)
      timer = undefined
    }
    return {
      onPointerDown: ({ target, clientX, clientY, pointerType }: PointerEvent) => {
        isOver = false
        if (pointerType === 'mouse' || !(target instanceof Element)) return
        from = { x: clientX, y: clientY }
        timer = window.setTimeout(() => {
          isOver = true
          navigator.vibrate?.(15)
          onRest(target)
        }, restMs)
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        if (from && Math.hypot(clientX - from.x, clientY - from.y) > slip) end()
      },
      onPointerUp: end,
      onPointerCancel: end,
      // The menu of a link, which browsers open at the same time.
      onContextMenu: (event: MouseEvent) => {
        if (timer !== undefined || isOver) event.preventDefault()
      },
      onClickCapture: (event: MouseEvent) => {
        if (!isOver) return
        isOver = false
        event.preventDefault()
        event.stopPropagation()
      },
    }
  }, [onRest])
}
