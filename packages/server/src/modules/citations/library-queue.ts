import { Limiter } from '../../limiter.js'
/** Requests to one library: few at a time, and none before it wants to be asked again. */
export interface LibraryQueue {
  /** Does the work when few others are under way. */
  run<T>(work: () => Promise<T>): Promise<T>
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
const maxWaiting = 20

/** Of this process; other nodes have their own. */
export function openLibraryQueue(): LibraryQueue {
  const limiter = new Limiter(maxConcurrent)
  let notBefore = 0
  const pauseLeft = () => Math.max(0, notBefore - Date.now())
  return {
    run: (work) => limiter.run(work),
    pause(seconds) {
      notBefore = Math.max(notBefore, Date.now() + seconds * 1000)
    },
    pauseLeft,
    get isIdle() {
      return limiter.running === 0 && pauseLeft() === 0
    },
    get isCrowded() {
      return limiter.waiting >= maxWaiting
    },
  }
}
