import { boolean } from './boolean.js'
import { comboSelect } from './combo-select.js'
import { date } from './date.js'
import type { FieldType } from './field-type.js'
import { integer } from './integer.js'
import { longText } from './long-text.js'
import { markdown } from './md.js'
import { multiSelect } from './multi-select.js'
import { select } from './select.js'
import { slider } from './slider.js'
import { text } from './text.js'

/** Every type a field can have, in the order in which they are offered. */
export const fieldTypes: ReadonlyMap<string, FieldType> = new Map(
  [text, date, longText, markdown, select, comboSelect, multiSelect, boolean, slider, integer].map((type) => [
    type.name,
    type,
  ]),
)

/** The type of that name; text when an older configuration names one that is not known. */
export const fieldType = (name: string): FieldType => fieldTypes.get(name) ?? text
