/** The pointer has to move this far before a press is a drag, in pixels. */
const slack = 6

interface PointerDrag {
  /** The pointer moved, once it is a drag. */
  readonly move: (at: PointerEvent) => void
  /** The drag ended, or was given up. */
  readonly stop: () => void
  /** The pointer was let go, after `stop`; not called for a press that was no drag, nor after Escape. */
  readonly drop: () => void
}

/** Follows the pointer from a press until it is let go. Escape gives the drag up. */
export function followDrag(
  from: { readonly clientX: number; readonly clientY: number },
  { move, stop, drop }: PointerDrag,
): void {
  let isDragged = false
  const follow = (event: PointerEvent) => {
    isDragged ||= Math.hypot(event.clientX - from.clientX, event.clientY - from.clientY) >= slack
    if (isDragged) move(event)
  }
  const end = () => {
    window.removeEventListener('pointermove', follow)
    window.removeEventListener('pointerup', letGo)
    window.removeEventListener('pointercancel', end)
    window.removeEventListener('keydown', giveUp, true)
    stop()
  }
  const giveUp = (press: KeyboardEvent) => {
    if (press.key === 'Escape') end()
  }
  const letGo = () => {
    end()
    if (!isDragged) return
    // The click that ends a drag is none.
    const ignore = (click: MouseEvent) => click.stopPropagation()
    window.addEventListener('click', ignore, { capture: true, once: true })
    window.setTimeout(() => window.removeEventListener('click', ignore, true))
    drop()
  }
  window.addEventListener('pointermove', follow)
  window.addEventListener('pointerup', letGo)
  window.addEventListener('pointercancel', end)
  window.addEventListener('keydown', giveUp, true)
}
