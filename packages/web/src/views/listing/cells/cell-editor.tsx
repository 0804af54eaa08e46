import type { FieldSchema } from '@trowel/contract/record.js'
import { type FocusEvent, type KeyboardEvent, useEffect, useRef } from 'react'
import { FieldInput } from '../../../components/fields/field-input.js'
import type { Value } from '../../../components/fields/value.js'
import { isUnread } from '../../../components/saving-form.js'
import classes from './cell-editor.module.css'

/**
 * How a user ends what he types: by going on somewhere, by giving it up, or by writing it into all cells. Who
 * goes away from half a date leaves the cell as it was.
 */
export type Ending = 'down' | 'right' | 'left' | 'here' | 'away' | 'fill' | 'cancel' | 'unread'

/** The input of a field in the place of its cell. */
export function CellEditor({
  field,
  table,
  value,
  valueLabel,
  onChange,
  onEnd,
}: {
  field: FieldSchema
  table: string
  value: Value
  valueLabel: string | undefined
  onChange: (value: Value) => void
  onEnd: (how: Ending, chosen?: Value) => void
}) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const input = place.current?.querySelector<HTMLElement>(
      'input:not([type=hidden]), textarea, [role=slider]',
    )
    input?.focus()
    if (input instanceof HTMLTextAreaElement) input.setSelectionRange(input.value.length, input.value.length)
  }, [])

  /** The input in which half a date stands. */
  const unread = () => [...(place.current?.querySelectorAll('input') ?? [])].find(isUnread)
  const onKeyDown = (event: KeyboardEvent) => {
    // Keys of the grid and of the page mean nothing while somebody types.
    event.stopPropagation()
    const how = endingBy(event)
    if (how === undefined) return
    event.preventDefault()
    const half = how === 'cancel' ? undefined : unread()
    if (half) half.reportValidity()
    else onEnd(how)
  }
  const onBlur = ({ relatedTarget, currentTarget }: FocusEvent) => {
    const isInside = relatedTarget instanceof Node && currentTarget.contains(relatedTarget)
    const isOption = relatedTarget instanceof Element && relatedTarget.closest('[role=listbox]') !== null
    if (!isInside && !isOption) onEnd(unread() ? 'unread' : 'away')
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the input in it
    <div ref={place} className={classes['editor']} onKeyDown={onKeyDown} onBlur={onBlur}>
      <FieldInput
        bare
        field={{ ...field, required: false }}
        table={table}
        value={value}
        valueLabel={valueLabel}
        // What is chosen is meant: there is nothing to be typed after it.
        onChange={isChosen(field) ? (chosen) => onEnd('here', chosen) : onChange}
      />
    </div>
  )
}

const isChosen = ({ type }: FieldSchema): boolean => type === 'select' || type === 'boolean'

function endingBy({
  key,
  target,
  shiftKey,
  altKey,
  ctrlKey,
  metaKey,
  nativeEvent,
}: KeyboardEvent): Ending | undefined {
  if (nativeEvent.isComposing) return undefined
  if (key === 'Escape') return 'cancel'
  if (key === 'Tab') return shiftKey ? 'left' : 'right'
  if (key !== 'Enter') return undefined
  if (ctrlKey || metaKey) return 'fill'
  if (target instanceof HTMLTextAreaElement && (shiftKey || altKey)) return undefined
  // The option that is marked is taken first; Enter once more ends the cell.
  const isChoosing = target instanceof Element && target.getAttribute('aria-activedescendant') !== null
  return isChoosing ? undefined : 'down'
}
