import type { FilterKind } from '@trowel/contract/model/operators.js'

/** What the types of a program say of a field. */
export interface TypeOfField {
  readonly name: string
  readonly label: string
  readonly kind: FilterKind
  /** The table of whose records it holds ids. */
  readonly table: string | undefined
  /** What may be chosen in it; empty: everything. */
  readonly choices: readonly string[]
  /** May other values be typed? */
  readonly isOpen: boolean
  readonly isReadonly: boolean
  readonly isRequired: boolean
  /** Does the service give a new record a value? */
  readonly isFilled: boolean
}

export interface TypeOfTable {
  readonly name: string
  readonly label: string
  readonly isPlugin: boolean
  readonly plugins: readonly string[]
  /** The other tables that a filter of this one can name. */
  readonly ways: readonly string[]
  readonly fields: readonly TypeOfField[]
}

/** The file that a program imports: one type, named after the application. */
export function writeTypeFile(app: string, tables: readonly TypeOfTable[]): string {
  const name = typeName(app)
  return [
    `// Tables of the application ${inLine(app)}, written by \`trowel types\`: write them again when they change.`,
    '//',
    "//   import { createClient } from '@trowel/client'",
    `//   import type { ${name} } from './${/^[\w-]+$/.test(app) ? app : 'types'}.js'`,
    '//',
    `//   const trowel = createClient<${name}>({ … })`,
    '',
    `export type ${name} = {`,
    ...tables.flatMap(tableLines),
    '}',
    '',
  ].join('\n')
}

function tableLines({ name, label, isPlugin, plugins, ways, fields }: TypeOfTable): string[] {
  return [
    ...comment('  ', label),
    `  ${key(name)}: {`,
    `    kind: ${isPlugin ? "'plugin'" : "'table'"}`,
    `    plugins:${union(plugins, '      ')}`,
    `    ways:${union(ways, '      ')}`,
    '    fields: {',
    ...fields.flatMap(fieldLines),
    '    }',
    '  }',
  ]
}

function fieldLines(field: TypeOfField): string[] {
  const { name, label, kind, table, choices, isOpen, isReadonly, isRequired, isFilled } = field
  const facts = [
    `kind: ${text(kind)}`,
    ...(table === undefined ? [] : [`table: ${text(table)}`]),
    ...(isOpen ? ['open: true'] : []),
    ...(isReadonly ? ['readonly: true'] : []),
    ...(isRequired ? ['required: true'] : []),
    ...(isRequired && isFilled ? ['filled: true'] : []),
    ...(choices.length > 0 ? [`values:${union(choices, '        ')}`] : []),
  ]
  return [...comment('      ', label), `      ${key(name)}: { ${facts.join('; ')} }`]
}

/** `vallelunga_2` as a type: `Vallelunga2`. */
function typeName(app: string): string {
  const words = app.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('')
  return /^\p{L}/u.test(name) ? name : `App${name}`
}

const maxWidth = 100

/** What follows a colon: texts of which a value is one. Long lists have a line for each. */
function union(texts: readonly string[], indent: string): string {
  if (texts.length === 0) return ' never'
  const written = texts.map(text)
  const inOne = written.join(' | ')
  return inOne.length <= maxWidth ? ` ${inOne}` : written.map((one) => `\n${indent}| ${one}`).join('')
}

const comment = (indent: string, label: string): string[] =>
  label.trim() === '' ? [] : [`${indent}/** ${inLine(label).replaceAll('*/', '*\\/')} */`]

const inLine = (words: string): string => words.replace(/[\s\p{Cc}\u2028\u2029]+/gu, ' ').trim()

/** Any name, in quotes where it is no identifier. */
const key = (name: string): string => (/^[A-Za-z_]\w*$/.test(name) ? name : text(name))

/** A text of TypeScript in single quotes. */
function text(value: string): string {
  const inner = JSON.stringify(value).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")
  return `'${inner.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')}'`
}
