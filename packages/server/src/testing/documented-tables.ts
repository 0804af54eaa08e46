import { asOfRoutes } from '@trowel/contract/as-of.js'
import { type ErrorCode, errorCodes } from '@trowel/contract/errors.js'
import { english } from '@trowel/contract/messages/en/english.js'
import { aggregates } from '@trowel/contract/model/aggregates.js'
import { describeProperty, fieldPropertyNames } from '@trowel/contract/model/field-properties.js'
import { fieldTypes } from '@trowel/contract/model/field-types.js'
import { type LabelSheet, labelSheets } from '@trowel/contract/model/label-sheets.js'
import { type OperatorDescription, operators } from '@trowel/contract/model/operators.js'
import { tableColorNames, tableIconNames } from '@trowel/contract/model/table-marks.js'
import { privileges } from '@trowel/contract/privileges.js'
import { commonProblems, fieldRules, fileWarnings } from '@trowel/contract/problem-codes.js'

/**
 * A table of the documentation that is written from the code, between `<!-- name -->` and `<!-- end -->` of a
 * page.
 */
export interface DocumentedTable {
  readonly page: string
  readonly name: string
  readonly lines: readonly string[]
}

const takes: Readonly<Record<OperatorDescription['takes'], string>> = {
  one: 'a value',
  many: 'a list',
  two: 'a list of two',
  flag: '`true` or `false`',
}

const row = (...cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

const sentenceLines = (texts: readonly (readonly [code: string, text: string])[]): string[] => [
  row('code', 'sentence'),
  '|---|---|',
  ...texts.map(([code, text]) => row(`\`${code}\``, text)),
]

const sizeOf = ({ width, height }: LabelSheet['page']): string =>
  `${Math.round(width * 10) / 10} × ${Math.round(height * 10) / 10}`

/** `node scripts/write-docs.mjs` writes them, and a test compares. */
export const documentedTables: readonly DocumentedTable[] = [
  {
    page: 'docs/api/as-of.md',
    name: 'routes of as_of',
    lines: asOfRoutes.map((route) => `- \`${route.replace(/:(\w+)/g, '{$1}')}\``),
  },
  {
    page: 'docs/api/filters.md',
    name: 'operators',
    lines: [
      row('operator', 'takes', 'the field …'),
      '|---|---|---|',
      ...Object.entries<OperatorDescription>(operators).map(([name, entry]) =>
        row(`\`${name}\``, takes[entry.takes], entry.meaning),
      ),
    ],
  },
  {
    page: 'docs/api/configuration.md',
    name: 'table marks',
    lines: [
      row('setting', 'one of'),
      '|---|---|',
      row('`icon`', tableIconNames.map((name) => `\`${name}\``).join(', ')),
      row('`color`', tableColorNames.map((name) => `\`${name}\``).join(', ')),
    ],
  },
  {
    page: 'docs/api/configuration.md',
    name: 'field types',
    lines: [
      row('type', 'holds', 'column', 'choices', 'filters ask'),
      '|---|---|---|---|---|',
      ...Object.entries(fieldTypes).map(([name, { holds, column, offersChoices, filterKind }]) =>
        row(`\`${name}\``, holds, column, offersChoices ? 'yes' : '', `as for ${filterKind}`),
      ),
    ],
  },
  {
    page: 'docs/api/configuration.md',
    name: 'field properties',
    lines: [
      row('property', 'takes', 'in a schema text'),
      '|---|---|---|',
      ...fieldPropertyNames.map((name) => {
        const { takes, annotation } = describeProperty(name)
        return row(`\`${name}\``, takes, annotation === undefined ? '' : `\`trowel:${annotation}\``)
      }),
    ],
  },
  {
    page: 'docs/api/charts.md',
    name: 'aggregates',
    lines: [
      row('function', 'answers'),
      '|---|---|',
      ...Object.entries(aggregates).map(([name, { meaning }]) => row(`\`${name}\``, meaning)),
    ],
  },
  {
    page: 'docs/api/errors.md',
    name: 'errors',
    lines: [
      row('code', 'status', 'sentence'),
      '|---|---|---|',
      ...Object.entries(errorCodes).map(([code, status]) =>
        row(`\`${code}\``, status, english.codes[code as ErrorCode]),
      ),
    ],
  },
  {
    page: 'docs/api/errors.md',
    name: 'problems',
    lines: [[...fieldRules, ...commonProblems, ...fileWarnings].map((code) => `\`${code}\``).join(', ')],
  },
  {
    page: 'docs/api/errors.md',
    name: 'problem sentences',
    lines: sentenceLines(Object.entries(english.problems)),
  },
  {
    page: 'docs/api/configuration.md',
    name: 'findings',
    lines: sentenceLines(Object.entries(english.findings)),
  },
  {
    page: 'docs/api/operations.md',
    name: 'events',
    lines: sentenceLines(
      Object.entries(english.events).map(([code, text]) => [code, text.replaceAll('\n', ' – ')]),
    ),
  },
  {
    page: 'docs/api/operations.md',
    name: 'steps',
    lines: sentenceLines(Object.entries(english.steps)),
  },
  {
    page: 'docs/api/privileges.md',
    name: 'privileges',
    lines: [
      row('level', 'name'),
      '|---|---|',
      ...Object.entries(privileges).map(([name, level]) => row(level, `\`${name}\``)),
    ],
  },
  {
    page: 'docs/api/print.md',
    name: 'label sheets',
    lines: [
      row('`sheet`', 'labels', 'a label, mm', 'page, mm'),
      '|---|---|---|---|',
      ...Object.entries<LabelSheet>(labelSheets).map(([name, { across, down, label, page }]) =>
        row(`\`${name}\``, `${across} × ${down}`, sizeOf(label), sizeOf(page)),
      ),
    ],
  },
]
