import { type ComponentProps, type FormEvent, useEffect, useRef } from 'react'
import classes from './saving-form.module.css'

/** What is on its way to the service, or was refused: a mutation. */
export interface Saving {
  readonly isPending: boolean
  /** What a refusal says beyond what stands beside the fields; null without one. */
  readonly error: unknown
}

/**
 * What people fill in and save. While it is being saved it rests: what a user typed then would be in
 * nothing that is saved. Afterwards the focus is at the first field that is wrong, or where it was.
 */
export function SavingForm({
  saving: { isPending },
  onSave,
  ...form
}: Omit<ComponentProps<'form'>, 'onSubmit' | 'onFocus' | 'className'> & {
  saving: Pick<Saving, 'isPending'>
  onSave: () => void
}) {
  const element = useRef<HTMLFormElement>(null)
  const place = useRef<HTMLElement>(null)
  const isSent = useRef(false)
  useEffect(() => {
    if (!isPending) return
    // What rests loses the focus with the next picture that is drawn: an answer may come before that.
    const resting = document.activeElement
    return () => {
      const wrong = element.current?.querySelector<HTMLElement>('[aria-invalid=true]')
      const at = document.activeElement
      // Nobody is called back who has gone on elsewhere.
      if (at === document.body || at === resting) (wrong ?? place.current)?.focus()
    }
  }, [isPending])
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending || isSent.current) return
    const unread = [...event.currentTarget.elements].find(isUnread)
    if (unread) {
      unread.reportValidity()
      return
    }
    isSent.current = true
    onSave()
    // By then it has been drawn that something is on its way.
    setTimeout(() => {
      isSent.current = false
    })
  }
  return (
    <form
      {...form}
      ref={element}
      className={classes['form']}
      inert={isPending}
      onSubmit={submit}
      onFocus={(event) => {
        place.current = event.target
      }}
    />
  )
}

/** Half a date: for the page there is nothing in such an input, and it would be saved as if it were empty. */
export const isUnread = (input: Element): input is HTMLInputElement =>
  input instanceof HTMLInputElement && input.validity.badInput
