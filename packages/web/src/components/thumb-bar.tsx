import type { ReactNode } from 'react'
import { noticesAbove } from './notices-above.js'
import classes from './thumb-bar.module.css'

/** What is done with a page, at its lower edge, where the thumb is; above a keyboard on the screen. */
export const ThumbBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <section ref={attach} className={classes['bar']} aria-label={label}>
    {children}
  </section>
)

/** For the `ref` of the bar. */
function attach(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  const release = noticesAbove(bar)
  const { visualViewport: seen } = window
  // Some browsers lay a keyboard over the page without making it less high.
  const follow = () => {
    const hidden = seen ? window.innerHeight - seen.height - seen.offsetTop : 0
    bar.style.setProperty('--keyboard', `${Math.max(0, Math.round(hidden))}px`)
  }
  follow()
  seen?.addEventListener('resize', follow)
  seen?.addEventListener('scroll', follow)
  return () => {
    release()
    seen?.removeEventListener('resize', follow)
    seen?.removeEventListener('scroll', follow)
  }
}
