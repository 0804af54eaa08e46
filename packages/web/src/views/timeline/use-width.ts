import { type RefObject, useLayoutEffect, useState } from 'react'

/** How wide an element is, in pixels; 0 before it stands. */
export function useWidth(element: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const measured = element.current
    if (!measured) return
    setWidth(measured.clientWidth)
    const watch = new ResizeObserver(() => setWidth(measured.clientWidth))
    watch.observe(measured)
    return () => watch.disconnect()
  }, [element])
  return width
}
