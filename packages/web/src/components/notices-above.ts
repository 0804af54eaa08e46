/** What people use near the end of the window: a bar, the buttons of a dialog, the ways to zoom. */
const places = new Set<HTMLElement>()

/** How far notices reach into the window from its lower right corner, in pixels: theirs are 440 wide. */
const reach = { width: 460, height: 120 }

/** For the `ref` of such a place: notices cover none of its buttons. */
export function noticesAbove(place: HTMLElement | null): (() => void) | undefined {
  if (!place) return undefined
  places.add(place)
  return () => void places.delete(place)
}

/** The height at the end of the window that notices leave free. Pixels. */
export const heightToLeave = (): number =>
  Math.max(
    0,
    ...[...places].map((place) => {
      const { top, right, bottom } = place.getBoundingClientRect()
      const isInTheWay = right > innerWidth - reach.width && bottom > innerHeight - reach.height
      return isInTheWay ? innerHeight - top : 0
    }),
  )

/** For the `ref` of a bar at the bottom of the window: what scrolls ends above it, too. */
export function atBottom(bar: HTMLElement | null): (() => void) | undefined {
  const release = noticesAbove(bar)
  if (!bar || !release) return undefined
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty('--bottom-bar', `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    release()
    observer.disconnect()
    style.removeProperty('--bottom-bar')
  }
}
