/** The height of a bar at the bottom of the window, for the style of notices. */
const property = '--bottom-bar'

/** What keeps notices above that bar; nothing where there is none. */
export const aboveBar = { marginBottom: `calc(var(${property}, 0px) + var(--bottom-ways))` } as const

/** For the `ref` of a bar at the bottom of the window: notices cover none of its buttons. */
export function noticesAbove(bar: HTMLElement): () => void {
  const { style } = document.documentElement
  const observer = new ResizeObserver(() => style.setProperty(property, `${bar.offsetHeight}px`))
  observer.observe(bar)
  return () => {
    observer.disconnect()
    style.removeProperty(property)
  }
}
