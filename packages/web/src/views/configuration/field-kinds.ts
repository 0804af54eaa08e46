import type { IconName } from '../../components/icon.js'
import { flagIn, type Loose, listIn, textIn } from '../../components/settings.js'

/** What a field can ask for beside its label. */
export type FieldOption = 'source' | 'target' | 'length' | 'limits' | 'form' | 'unique' | 'direction'

interface KindSettings {
  readonly icon: IconName
  readonly type: string
  readonly dbType: string
  readonly options: readonly FieldOption[]
}

/** The kinds of fields as people think of them, in the order in which they are offered. */
const kinds = {
  text: { icon: 'edit', type: 'text', dbType: 'TEXT', options: ['length', 'form', 'unique', 'direction'] },
  longText: { icon: 'record', type: 'long_text', dbType: 'TEXT', options: ['length', 'direction'] },
  choice: { icon: 'vocabulary', type: 'select', dbType: 'TEXT', options: ['source'] },
  choiceOrText: { icon: 'vocabulary', type: 'combo_select', dbType: 'TEXT', options: ['source'] },
  choices: { icon: 'bulk', type: 'multi_select', dbType: 'TEXT', options: ['source'] },
  link: { icon: 'link', type: 'select', dbType: 'INTEGER', options: ['target', 'unique'] },
  wholeNumber: { icon: 'chart', type: 'text', dbType: 'INTEGER', options: ['limits', 'unique'] },
  number: { icon: 'chart', type: 'text', dbType: 'FLOAT', options: ['limits'] },
  date: { icon: 'timeline', type: 'date', dbType: 'TEXT', options: ['limits'] },
  yesNo: { icon: 'check', type: 'boolean', dbType: 'INTEGER', options: [] },
  slider: { icon: 'minus', type: 'slider', dbType: 'INTEGER', options: ['limits'] },
  markdown: { icon: 'book', type: 'md', dbType: 'TEXT', options: ['direction'] },
} as const satisfies Record<string, KindSettings>

export interface FieldKind extends KindSettings {
  readonly key: keyof typeof kinds
}

export const fieldKinds: readonly FieldKind[] = Object.entries(kinds).map(([key, kind]) => ({
  key: key as keyof typeof kinds,
  ...kind,
}))

/** What a field that is there is to people. */
export function kindOf(field: Loose): FieldKind {
  const type = textIn(field, 'type')
  const dbType = textIn(field, 'db_type')
  const isLink = textIn(field, 'id_from_tb') !== ''
  const fits =
    fieldKinds.find(
      (kind) => (kind.key === 'link') === isLink && kind.type === type && kind.dbType === dbType,
    ) ?? fieldKinds.find((kind) => (kind.key === 'link') === isLink && kind.type === type)
  return fits ?? { key: 'text', ...kinds.text }
}

/** A field while a user edits it; texts stand as they were typed. */
export interface FieldDraft {
  readonly label: string
  readonly kind: FieldKind
  readonly source: 'vocabulary' | 'list' | 'values'
  readonly vocabulary: string
  readonly values: readonly string[]
  readonly valuesFrom: string
  readonly target: string
  readonly required: boolean
  readonly unique: boolean
  readonly email: boolean
  readonly min: string
  readonly max: string
  readonly maxLength: string
  readonly pattern: string
  readonly help: string
  readonly defaultValue: string
  readonly readonly: boolean
  readonly hide: boolean
  readonly rightToLeft: boolean
  readonly widget: string
}

export function draftOf(field: Loose): FieldDraft {
  const checks = listIn(field, 'check')
  const from = textIn(field, 'get_values_from_tb')
  return {
    label: textIn(field, 'label'),
    kind: kindOf(field),
    source: from !== '' ? 'values' : listIn(field, 'dic').length > 0 ? 'list' : 'vocabulary',
    vocabulary: textIn(field, 'vocabulary_set'),
    values: listIn(field, 'dic'),
    valuesFrom: from,
    target: textIn(field, 'id_from_tb'),
    required: checks.includes('not_empty'),
    unique: checks.includes('no_dupl'),
    email: checks.includes('email'),
    min: textIn(field, 'min'),
    max: textIn(field, 'max'),
    maxLength: textIn(field, 'max_length'),
    pattern: textIn(field, 'pattern'),
    help: textIn(field, 'help'),
    defaultValue: textIn(field, 'def_value'),
    readonly: flagIn(field, 'readonly'),
    hide: flagIn(field, 'hide'),
    rightToLeft: textIn(field, 'direction') === 'rtl',
    widget: textIn(field, 'widget'),
  }
}

/** Rules that follow from other settings; what else a field has is kept. */
const decided = new Set(['not_empty', 'no_dupl', 'email', 'int', 'regex', 'range'])

/** The same for the service. @param before the field as it was; empty for a new one */
export function settingsOf(draft: FieldDraft, name: string, before: Loose) {
  const { kind } = draft
  const may = (option: FieldOption): boolean => kind.options.includes(option)
  const isSame = kindOf(before).key === kind.key && textIn(before, 'db_type') !== ''
  const limits = may('limits') ? { min: draft.min, max: draft.max } : {}
  const from = may('source') ? draft.source : undefined
  return {
    ...before,
    name,
    label: draft.label.trim(),
    type: kind.type,
    db_type: isSame ? textIn(before, 'db_type') : kind.dbType,
    vocabulary_set: from === 'vocabulary' ? draft.vocabulary : '',
    dic: from === 'list' ? draft.values : [],
    get_values_from_tb: from === 'values' ? draft.valuesFrom : '',
    id_from_tb: may('target') ? draft.target : '',
    check: [
      ...listIn(before, 'check').filter((check) => !decided.has(check)),
      ...(draft.required ? ['not_empty'] : []),
      ...(draft.unique && may('unique') ? ['no_dupl'] : []),
      ...(draft.email && may('form') ? ['email'] : []),
      ...(kind.key === 'wholeNumber' ? ['int'] : []),
      ...(draft.pattern !== '' && may('form') ? ['regex'] : []),
      ...((limits.min || limits.max) && kind.key !== 'slider' ? ['range'] : []),
    ],
    min: limits.min ?? '',
    max: limits.max ?? '',
    max_length: may('length') ? draft.maxLength : '',
    pattern: may('form') ? draft.pattern : '',
    help: draft.help,
    def_value: draft.defaultValue,
    readonly: draft.readonly,
    hide: draft.hide,
    direction: may('direction') && draft.rightToLeft ? 'rtl' : '',
    widget: draft.widget,
  }
}

/** The form of an example: "PF19-0001" asks for two letters, two digits, a hyphen, four digits. */
export const patternOfExample = (example: string): string =>
  `^${[...example]
    .map((sign) =>
      /\d/.test(sign)
        ? '\\d'
        : /\p{Lu}/u.test(sign)
          ? '[A-Z]'
          : /\p{Ll}/u.test(sign)
            ? '[a-z]'
            : sign.replace(/[.*+?^${}()|[\]\\/]/, '\\$&'),
    )
    .join('')}$`
