/**
 * The change sets that one person made in this tab, newest last, and those of them that he undid: what the
 * keys for undo and redo go through. They outlive a reload, and they hold no change of other people.
 */
interface UndoSteps {
  /** Whose they are. */
  readonly of: string
  readonly done: readonly OwnSet[]
  readonly undone: readonly UndoneSet[]
}

export interface OwnSet {
  readonly id: number
  /** Unix milliseconds by the clock of this machine. */
  readonly at: number
}

export interface UndoneSet extends OwnSet {
  /** The set that undid it: undoing that does it again. */
  readonly by: number
}

/** Whatever storage a browser grants. */
type Kept = Pick<Storage, 'getItem' | 'setItem'>

const key = 'trowel.changes'
/** So many are remembered. */
const maxSets = 50

/**
 * @param kept where they are kept; it may be refused
 * @param whose tells one person of one application from others
 */
export function openUndoSteps(kept: () => Kept, whose: () => string, now: () => number) {
  const read = (): UndoSteps => {
    const of = whose()
    const stored = readStored(kept)
    return stored?.of === of ? stored : { of, done: [], undone: [] }
  }
  const write = ({ of, done, undone }: UndoSteps): void => {
    try {
      kept().setItem(key, JSON.stringify({ of, done: done.slice(-maxSets), undone: undone.slice(-maxSets) }))
    } catch {
      // Without room for it the keys find nothing to undo.
    }
  }
  return {
    /** What the next undo would be about. */
    last: (): OwnSet | undefined => read().done.at(-1),
    /** What the next redo would be about. */
    lastUndone: (): UndoneSet | undefined => read().undone.at(-1),
    /** A set was made. What was undone before cannot be done again on top of it by a key. */
    made(id: number): void {
      const { of, done } = read()
      write({ of, done: [...done, { id, at: now() }], undone: [] })
    },
    /** A set was undone, by the key or by another way. */
    undid(id: number, by: number): void {
      const { of, done, undone } = read()
      const set = done.find((one) => one.id === id)
      if (set) write({ of, done: without(done, id), undone: [...undone, { ...set, by }] })
    },
    /** What was undone by a set was done again. */
    redid(by: number): void {
      const { of, done, undone } = read()
      const set = undone.find((one) => one.by === by)
      if (set) write({ of, done: [...done, { id: set.id, at: now() }], undone: without(undone, set.id) })
    },
    /** It cannot be undone, or done again. */
    forget(id: number): void {
      const { of, done, undone } = read()
      write({ of, done: without(done, id), undone: without(undone, id) })
    },
  }
}

const without = <Set extends OwnSet>(sets: readonly Set[], id: number): Set[] =>
  sets.filter((one) => one.id !== id)

function readStored(kept: () => Kept): UndoSteps | undefined {
  try {
    return JSON.parse(kept().getItem(key) ?? 'null') ?? undefined
  } catch {
    return undefined
  }
}
