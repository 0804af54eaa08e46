import {
  type checkTokens,
  describeProperty,
  type FieldProperty,
  fieldPropertyNames,
  type PropertyOf,
  type PropertyOption,
} from '@trowel/contract/model/field-properties.js'
import {
  type FieldKindDescription,
  type FieldKindName,
  fieldKinds as kinds,
} from '@trowel/contract/model/field-types.js'
import type { IconName } from '../../components/icon.js'
import { flagIn, type Loose, listIn, textIn } from '../../components/settings.js'

const icons: Readonly<Record<FieldKindName, IconName>> = {
  text: 'edit',
  longText: 'record',
  choice: 'vocabulary',
  choiceOrText: 'vocabulary',
  choices: 'bulk',
  link: 'link',
  wholeNumber: 'chart',
  number: 'chart',
  date: 'timeline',
  yesNo: 'check',
  slider: 'minus',
  markdown: 'book',
  formula: 'formula',
  webAddress: 'outside',
}

export interface FieldKind extends FieldKindDescription {
  readonly key: FieldKindName
  readonly icon: IconName
}

const kindNamed = (key: FieldKindName): FieldKind => ({ ...kinds[key], key, icon: icons[key] })

export const fieldKinds: readonly FieldKind[] = (Object.keys(kinds) as FieldKindName[]).map(kindNamed)

/** What a field that is there is to people. */
export function kindOf(field: Loose): FieldKind {
  const type = textIn(field, 'type')
  const dbType = textIn(field, 'db_type')
  const isLink = textIn(field, 'id_from_tb') !== ''
  const fits =
    fieldKinds.find(
      (kind) => (kind.key === 'link') === isLink && kind.type === type && kind.dbType === dbType,
    ) ?? fieldKinds.find((kind) => (kind.key === 'link') === isLink && kind.type === type)
  return fits ?? kindNamed('text')
}

/** Where choices come from, and the property that says it. */
const sources = { vocabulary: 'vocabulary_set', list: 'dic', values: 'get_values_from_tb' } as const

/** Properties as they stand in a form: texts as they were typed. */
type DraftProperties = {
  readonly [Name in Exclude<FieldProperty, 'check'>]: Name extends PropertyOf<'flag'>
    ? boolean
    : Name extends PropertyOf<'options'>
      ? readonly string[]
      : string
}

/** A field while a user edits it. */
export interface FieldDraft extends DraftProperties {
  readonly label: string
  readonly kind: FieldKind
  readonly source: keyof typeof sources
  readonly required: boolean
  readonly unique: boolean
  readonly email: boolean
}

const propertyNames = fieldPropertyNames.filter((name) => name !== 'check')

const propertiesOf = (read: (name: keyof DraftProperties) => unknown): DraftProperties =>
  Object.fromEntries(propertyNames.map((name) => [name, read(name)])) as DraftProperties

function propertyIn(field: Loose, name: FieldProperty): boolean | string | readonly string[] {
  const { form } = describeProperty(name)
  return form === 'flag'
    ? flagIn(field, name)
    : form === 'options'
      ? listIn(field, name)
      : textIn(field, name)
}

export function draftOf(field: Loose): FieldDraft {
  const checks = listIn(field, 'check')
  const properties = propertiesOf((name) => propertyIn(field, name))
  const { get_values_from_tb: from, dic } = properties
  return {
    ...properties,
    label: textIn(field, 'label'),
    kind: kindOf(field),
    source: from !== '' ? 'values' : dic.length > 0 ? 'list' : 'vocabulary',
    required: checks.includes('not_empty'),
    unique: checks.includes('no_dupl'),
    email: checks.includes('email'),
  }
}

/** Where two drafts of a field differ. */
export const changedIn = (one: FieldDraft, other: FieldDraft): (keyof FieldDraft)[] =>
  (Object.keys(one) as (keyof FieldDraft)[]).filter(
    (name) => JSON.stringify(one[name]) !== JSON.stringify(other[name]),
  )

/** What is typed, upon a field that others have changed: they win where nothing is typed. */
export function rebased(draft: FieldDraft, before: FieldDraft, now: FieldDraft): FieldDraft {
  const mine = changedIn(before, draft)
  return { ...now, ...Object.fromEntries(mine.map((name) => [name, draft[name]])) }
}

/** Does a property make sense for a kind of field? */
export function isFor({ key, options }: FieldKind, name: FieldProperty): boolean {
  const { option, isOfWritten } = describeProperty(name)
  if (isOfWritten && key === 'formula') return false
  return option === undefined || options.includes(option)
}

/** Rules that follow from other settings; what else a field has is kept. */
const decided = new Set<string>([
  'not_empty',
  'no_dupl',
  'email',
  'int',
  'regex',
  'range',
] satisfies (typeof checkTokens)[number][])

/** The same for the service. @param before the field as it was; empty for a new one */
export function settingsOf(draft: FieldDraft, name: string, before: Loose) {
  const { kind } = draft
  const may = (option: PropertyOption): boolean => kind.options.includes(option)
  const isSame = kindOf(before).key === kind.key && textIn(before, 'db_type') !== ''
  const isUsed = (property: FieldProperty): boolean =>
    isFor(kind, property) &&
    (describeProperty(property).option !== 'source' || sources[draft.source] === property)
  const properties = propertiesOf((property) =>
    isUsed(property) ? draft[property] : propertyIn({}, property),
  )
  return {
    ...before,
    name,
    label: draft.label.trim(),
    type: kind.type,
    db_type: isSame ? textIn(before, 'db_type') : kind.dbType,
    ...properties,
    check: [
      ...listIn(before, 'check').filter((check) => !decided.has(check)),
      ...(draft.required && !may('formula') ? ['not_empty'] : []),
      ...(draft.unique && may('unique') ? ['no_dupl'] : []),
      ...(draft.email && may('form') ? ['email'] : []),
      ...(kind.checks ?? []),
      ...(properties.pattern === '' ? [] : ['regex']),
      ...((properties.min || properties.max) && kind.key !== 'slider' ? ['range'] : []),
    ],
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
