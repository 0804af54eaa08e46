/** So long after the last sign of a user a window counts as left alone, in milliseconds. */
const patience = 10 * 60_000

let lastSign = Date.now()

/** Is a user at this window? What is asked while nobody is would keep a session alive that should end. */
export const isUserActive = (): boolean => Date.now() - lastSign < patience

/** Listens for signs of a user; once for each tab. */
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

let hearsOthers = false

/** Does this window hear at once of what others save? */
export const isFollowing = (): boolean => hearsOthers

export function setFollowing(now: boolean): void {
  hearsOthers = now
}
