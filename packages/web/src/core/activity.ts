/** So long after the last sign of somebody a window counts as left alone, in milliseconds. */
const patience = 10 * 60_000

let lastSign = Date.now()

/** Is somebody at this window? What is asked while nobody is would keep a session alive that should end. */
export const isSomebodyHere = (): boolean => Date.now() - lastSign < patience

/** Listens for signs of somebody; once for each tab. */
export function watchActivity(): void {
  for (const sign of ['pointermove', 'pointerdown', 'keydown', 'wheel', 'focus'])
    window.addEventListener(
      sign,
      () => {
        lastSign = Date.now()
      },
      { capture: true, passive: true },
    )
}
