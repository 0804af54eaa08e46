import { readFileSync } from 'node:fs'

const project = new URL('../../../../', import.meta.url)

export interface CodeBlock {
  /** Such as `js`; empty where the page names none. */
  readonly language: string
  readonly code: string
}

/** The code blocks of a page, in their order; a block within a list is as if it stood at the margin. */
export function allCodeBlocks(page: string): CodeBlock[] {
  const text = readFileSync(new URL(page, project), 'utf8')
  return [...text.matchAll(/^( *)```([^\n`]*)\n(.*?)^\1```$/gms)].map(
    ([, indent = '', language = '', code = '']) => ({
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
    }),
  )
}

/** Those in one language, such as `js`. */
export const codeBlocks = (page: string, language: string): string[] =>
  allCodeBlocks(page)
    .filter((block) => block.language === language)
    .map(({ code }) => code)
