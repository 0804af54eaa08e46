import { isDeepStrictEqual } from 'node:util'
import { forgetOldest, type KnownState, nothingKnown, type Step } from './known-state.js'
import { type KnownIds, type ReadState, readKnownStates } from './read-known-state.js'
import type { Answer, Session } from './session.js'
import type { StoredData } from './stored-data.js'
import { type Operation, operations } from './write-operations.js'

/** Gone contexts beyond these are not watched any more. */
const maxMissing = 12

/**
 * A client that writes without a pause, one request after the other, and keeps what was acknowledged. No
 * other client touches its records, so that it knows their state exactly, but for the request that was under
 * way when the service died.
 */
export class WritingClient {
  #state: KnownState = nothingKnown
  #before: KnownState | undefined
  #ids: KnownIds = { contexts: new Map(), samples: new Map(), relations: new Map(), links: new Map() }
  #underWay: readonly Step[] = []
  #counter = 0
  /** How often each kind of operation was acknowledged. */
  readonly acknowledged = new Map<string, number>()

  constructor(readonly prefix: string) {}

  /**
   * Writes until the service answers no more, or does not know itself what came of a request. What else is
   * answered with 503 is stored nowhere and is let be.
   * @throws when an operation is refused: none of them should be
   */
  async writeUntilTheEnd(session: Session, acknowledge: () => void): Promise<void> {
    for (;;) {
      const operation = this.#choose()
      let answer: Answer
      try {
        const request = await operation.request(session)
        this.#underWay = operation.steps
        answer = await session.ask(request.method, request.path, request.body)
      } catch {
        return
      }
      if (answer.status === 503) {
        if (answer.body.detail === 'outcome_unknown') return
        this.#underWay = []
        continue
      }
      if (answer.status !== 200) {
        throw new Error(`${operation.what}: ${answer.status} ${JSON.stringify(answer.body)}`)
      }
      this.#before = this.#state
      this.#state = forgetOldest(
        (operation.acknowledged?.(answer) ?? operation.steps).reduce(
          (state, step) => step(state),
          this.#state,
        ),
        maxMissing,
      )
      this.#underWay = []
      operation.learn?.(this.#ids, answer)
      this.acknowledged.set(operation.what, (this.acknowledged.get(operation.what) ?? 0) + 1)
      acknowledge()
    }
  }

  #choose(): Operation {
    for (;;) {
      const make = operations[Math.floor(Math.random() * operations.length)]
      this.#counter += 1
      const mark = `${this.prefix}${this.#counter}`
      const operation = make?.({
        state: this.#state,
        before: this.#before,
        ids: this.#ids,
        mark,
        prefix: this.prefix,
      })
      if (operation) return operation
    }
  }

  /**
   * Is what is stored all that was acknowledged, and the request under way whole or not there at all? Goes on
   * from what is stored.
   *
   * @returns what should have been stored, and what is; `undefined` when they agree
   */
  compare({
    state,
    ids,
  }: ReadState): { readonly expected: KnownState; readonly stored: KnownState } | undefined {
    const possible = [this.#state]
    for (const step of this.#underWay) possible.push(step(possible.at(-1) ?? this.#state))
    const agrees = (expected: KnownState): boolean => isDeepStrictEqual(watched(state, expected), expected)
    const found = possible.find(agrees)
    if (!found) return { expected: this.#state, stored: watched(state, this.#state) }
    this.#state = forgetOldest(found, maxMissing)
    this.#before = undefined
    this.#ids = ids
    this.#underWay = []
    return undefined
  }
}

/** Of the gone contexts only those that are watched. */
const watched = (stored: KnownState, expected: KnownState): KnownState => ({
  ...stored,
  gone: Object.fromEntries(Object.entries(stored.gone).filter(([name]) => name in expected.gone)),
})

/** Compares each client's knowledge with what is stored. @returns the disagreements */
export async function compareAll(data: StoredData, clients: readonly WritingClient[]): Promise<unknown[]> {
  const stored = await readKnownStates(
    data,
    clients.map(({ prefix }) => prefix),
  )
  return clients
    .map((client) => client.compare(stored.get(client.prefix) as ReadState))
    .filter((difference) => difference !== undefined)
}
