/** Requests to one library: few at a time, and none before it wants to be asked again. */
export interface LibraryQueue {
  /** Waits for a turn, does the work and gives the turn back. */
  take<T>(work: () => Promise<T>): Promise<T>
  /** The library asks for a pause of so many seconds. */
  pause(seconds: number): void
  /** How long it still wants to be left alone, in milliseconds; 0: not at all. */
  pauseLeft(): number
  readonly isIdle: boolean
  /** Are so many waiting that another one would wait too long? */
  readonly isCrowded: boolean
}

/** At most so many requests to a library are under way at the same time. */
const maxConcurrent = 2
const crowd = 20

/** Turns of this process; other nodes count theirs. */
export function openLibraryQueue(): LibraryQueue {
  const waiting: (() => void)[] = []
  let running = 0
  let notBefore = 0
  const pauseLeft = () => Math.max(0, notBefore - Date.now())
  return {
    async take(work) {
      if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
      else running += 1
      try {
        return await work()
      } finally {
        // The turn goes to whoever waits longest, without being free in between.
        const next = waiting.shift()
        if (next) next()
        else running -= 1
      }
    },
    pause(seconds) {
      notBefore = Math.max(notBefore, Date.now() + seconds * 1000)
    },
    pauseLeft,
    get isIdle() {
      return running === 0 && pauseLeft() === 0
    },
    get isCrowded() {
      return waiting.length >= crowd
    },
  }
}
