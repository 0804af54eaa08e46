import type { Table } from '../../catalogue/catalogue.js'
import { parseJson } from '../../catalogue/json-text.js'
import type { FieldProblem } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { type Message, message } from '../../message.js'
import { selectTemplate } from './store.js'
import { templateProblems } from './template-problems.js'

/** A stored layout that can be used, or why it cannot: no problems where there is no such layout. */
export type UsableTemplate =
  | { readonly text: string; readonly layout: unknown; readonly problems?: undefined }
  | { readonly problems: readonly FieldProblem[] }

/**
 * The layout of a name as the configuration is now: fields may have gone since it was saved. Nothing is
 * refused.
 */
export async function usableTemplate(
  scope: RequestScope,
  table: Table,
  name: string,
): Promise<UsableTemplate> {
  const text = await selectTemplate(scope.db.quick, table, name)
  if (text === undefined) return { problems: [] }
  const layout = parseJson(text)
  const problems = templateProblems(scope.catalogue, table, layout)
  return problems.length === 0 ? { text, layout } : { problems }
}

/** What a problem of a layout says, behind its place. */
export const messageOfPlace = (problem: FieldProblem): Message =>
  message('layout_problem_at', { place: problem.field, problem })

/**
 * What the schema of a record says of the template that was asked for: JSON members with a comma before them;
 * `''` when none was.
 */
export async function templateMembers(
  scope: RequestScope,
  table: Table,
  name: string | undefined,
): Promise<string> {
  if (name === undefined || name === '') return ''
  const template = await usableTemplate(scope, table, name)
  if (template.problems === undefined) return `,"template":${template.text},"template_errors":null`
  const problems = template.problems.map(messageOfPlace)
  const errors = problems.length === 0 ? ['template_not_found'] : problems.map(({ text }) => text)
  const members = JSON.stringify({ template: null, template_errors: errors, template_problems: problems })
  return `,${members.slice(1, -1)}`
}
