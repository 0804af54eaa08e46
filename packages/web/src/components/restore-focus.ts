import { useEffect, useState } from 'react'

/** When what was opened goes, the focus goes back to where it was, as far as that is still there. */
export function useRestoreFocus(): void {
  const [opener] = useState(focused)
  useEffect(() => {
    // One dialog may have taken the place of another, which has just given it back.
    const place = opener ?? focused()
    return () => {
      if (document.activeElement === document.body) place?.focus({ preventScroll: true })
    }
  }, [opener])
}

/** What has the focus; of a menu, which is gone when a user comes back, what opened it. */
function focused(): HTMLElement | null {
  const at = document.activeElement
  const menu = at?.closest('[role=menu]')?.getAttribute('aria-labelledby')
  const place = menu == null ? at : document.getElementById(menu)
  return place instanceof HTMLElement && place !== document.body ? place : null
}
