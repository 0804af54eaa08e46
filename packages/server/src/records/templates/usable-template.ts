import type { Table } from '../../catalogue/catalogue.js'
import { parseJson } from '../../catalogue/json-text.js'
import type { RequestScope } from '../../http/scope.js'
import { selectTemplate } from './store.js'
import { templateProblems } from './template-problems.js'

/** A stored layout that can be used, or why it cannot: one sentence each, never none of them. */
export type UsableTemplate =
  | { readonly text: string; readonly layout: unknown; readonly errors?: undefined }
  | { readonly errors: readonly string[] }

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
  if (text === undefined) return { errors: ['template_not_found'] }
  const layout = parseJson(text)
  const problems = templateProblems(scope.catalogue, table, layout)
  return problems.length === 0
    ? { text, layout }
    : { errors: problems.map(({ field, text: said }) => `${field}: ${said}`) }
}

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
  return template.errors === undefined
    ? `,"template":${template.text},"template_errors":null`
    : `,"template":null,"template_errors":${JSON.stringify(template.errors)}`
}
