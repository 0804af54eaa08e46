import { useLayoutEffect, useRef } from 'react'
import classes from './seriation.module.css'

/** What is looked at in a drawing: framed, with its words beside it. */
export function Tip({
  text,
  box,
  isAbove,
  isLeft,
  isScrolledTo = false,
  hidden = { top: 0, left: 0 },
}: {
  text: string
  box: { readonly left: number; readonly top: number; readonly width: number; readonly height: number }
  /** Where the words stand, so that they lie inside the drawing. */
  isAbove: boolean
  isLeft: boolean
  isScrolledTo?: boolean
  /** What lies over the edges of the drawing. */
  hidden?: { readonly top: number; readonly left: number }
}) {
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (isScrolledTo) frame.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [isScrolledTo])
  return (
    <div
      ref={frame}
      className={classes['pointed']}
      style={{ ...box, scrollMarginTop: hidden.top + 8, scrollMarginLeft: hidden.left + 8 }}
      aria-hidden="true"
    >
      <span className={classes['tip']} data-above={isAbove || undefined} data-left={isLeft || undefined}>
        {text}
      </span>
    </div>
  )
}
