import { ApiError } from '@trowel/client'
import { useSyncExternalStore } from 'react'

/** The question that is open: all who wait for it get the same answer. */
export interface Question {
  readonly answered: Promise<boolean>
  answer(isConfirmed: boolean): void
}

let open: Question | undefined
const listeners = new Set<() => void>()

function show(question: Question | undefined): void {
  open = question
  for (const listener of listeners) listener()
}

function ask(): Promise<boolean> {
  if (open) return open.answered
  let answer: Question['answer'] = () => {}
  const answered = new Promise<boolean>((resolve) => {
    answer = resolve
  })
  show({ answered, answer })
  return answered
}

/**
 * Makes a request that may need the password again: when the service asks for it, so does the client, and the
 * request is repeated.
 * @throws what the request throws; the refusal itself when the person does not want to confirm
 */
export async function confirmed<Reply>(request: () => Promise<Reply>): Promise<Reply> {
  try {
    return await request()
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'password_confirmation_required') throw error
    if (!(await ask())) throw error
    return request()
  }
}

/** What is asked at this moment, if anything is. */
export const useQuestion = (): Question | undefined =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => open,
  )

/** Answers everybody who waits. */
export function settle(isConfirmed: boolean): void {
  open?.answer(isConfirmed)
  show(undefined)
}
