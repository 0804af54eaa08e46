import { readFileSync } from 'node:fs'

const project = new URL('../../../../', import.meta.url)

/** The code blocks of a page in one language, such as `js`, in their order. */
export function codeBlocks(page: string, language: string): string[] {
  const text = readFileSync(new URL(page, project), 'utf8')
  return [...text.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\`$`, 'gms'))].map(
    ([, code = '']) => code,
  )
}
