import type { KeyboardEvent } from 'react'

/** The only answer that is offered below an input; one that is marked or chosen already is none. */
function onlyMatch(input: HTMLInputElement): HTMLElement | undefined {
  if (input.value.trim() === '' || input.readOnly) return undefined
  const list = document.getElementById(input.getAttribute('aria-controls') ?? '')
  const [only, ...others] = list?.querySelectorAll<HTMLElement>('[data-combobox-option]') ?? []
  const isMarked = only?.matches('[data-combobox-selected], [data-combobox-active]')
  return others.length > 0 || isMarked ? undefined : only
}

export const takeOnlyMatchOf = (input: HTMLInputElement): void => onlyMatch(input)?.click()

/**
 * In a search whose answers are offered below it, Enter takes the only one. `aria-busy` on the input says
 * that the answers to what is typed are still to come: then there may be others.
 */
export function takeOnlyMatch(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  const only = onlyMatch(event.currentTarget)
  if (!only) return
  event.preventDefault()
  if (event.currentTarget.getAttribute('aria-busy') !== 'true') only.click()
}
