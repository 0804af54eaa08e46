import type { ReactNode } from 'react'
import { atBottom } from './notices-above.js'
import classes from './thumb-bar.module.css'

/**
 * What ends a form, at the lower edge of the screen where the thumb is: in place of the ways to other views,
 * and above a keyboard on the screen.
 */
export const ThumbBar = ({ label, children }: { label: string; children: ReactNode }) => (
  <section ref={attach} className={classes['bar']} aria-label={label}>
    {children}
  </section>
)

/** For the `ref` of the bar. */
function attach(bar: HTMLElement | null): (() => void) | undefined {
  if (!bar) return undefined
  const release = atBottom(bar)
  const { dataset } = document.documentElement
  dataset['thumbBar'] = ''
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
    release?.()
    delete dataset['thumbBar']
    seen?.removeEventListener('resize', follow)
    seen?.removeEventListener('scroll', follow)
  }
}
