// Reads a page of Markdown: its HTML, its headings, and its text by section, for the search.
import MarkdownIt from 'markdown-it'

const markdown = new MarkdownIt({ html: true, linkify: false })

/** The name of a heading in an address, as code forges make it: links between pages hold there, too. */
export const slugOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const escapeHtml = markdown.utils.escapeHtml

// Long names may go on in the next line, after one of their words.
markdown.renderer.rules.code_inline = (tokens, at) =>
  `<code>${escapeHtml(tokens[at].content).replace(/_(?=\w)/g, '_<wbr>')}</code>`

/**
 * @param linkTo makes the address of a link in the page; `undefined`: what it leads to is not on the site
 * @param entryOf the address of the page of what the first cell of a row names, in the table after a mark
 * @returns `title`, `html`, `headings` (`level`, `slug`, `text`) below the title, `sections` (`slug`,
 *   `title`, `text`, `codes`: what stands there as code), and `tables` by their marks: lists of rows of cells
 */
export function readPage(source, { linkTo, entryOf }) {
  const tokens = markdown.parse(source, {})
  const headings = []
  const sections = [{ slug: '', title: '', text: '', codes: new Set() }]
  const tables = new Map()
  const slugs = new Map()
  let title = ''
  let mark
  let row
  for (const [at, token] of tokens.entries()) {
    const section = sections.at(-1)
    if (token.type === 'heading_open') {
      const text = textOf(tokens[at + 1])
      const level = Number(token.tag.slice(1))
      const plain = slugOf(text)
      const times = slugs.get(plain) ?? 0
      slugs.set(plain, times + 1)
      const slug = times === 0 ? plain : `${plain}-${times}`
      token.attrSet('id', slug)
      if (level === 1) title = text
      else {
        headings.push({ level, slug, text })
        sections.push({ slug, title: text, text: '', codes: new Set() })
      }
    }
    if (token.type === 'html_block') {
      const found = /^<!-- (.+) -->/.exec(token.content)
      if (found) mark = found[1] === 'end' ? undefined : found[1]
    }
    if (token.type === 'tr_open') row = []
    if (token.type === 'tr_close' && mark !== undefined) tables.set(mark, [...(tables.get(mark) ?? []), row])
    if (token.type === 'fence' || token.type === 'code_block') section.text += ` ${token.content}`
    if (token.type !== 'inline') continue
    const text = textOf(token)
    const isCell = /^t[dh]_open$/.test(tokens[at - 1]?.type ?? '')
    if (isCell) row.push({ text, html: '' })
    if (tokens[at - 1]?.type !== 'heading_open') section.text += ` ${text}`
    for (const child of token.children) if (child.type === 'code_inline') section.codes.add(child.content)
    token.children = followLinks(token.children, linkTo)
    if (isCell && row.length === 1 && mark !== undefined) linkEntry(token, entryOf(mark, text))
    if (isCell) row.at(-1).html = markdown.renderer.renderInline(token.children, markdown.options, {})
  }
  const html = markdown.renderer
    .render(tokens, markdown.options, {})
    // Tables scroll by themselves where the window is narrow.
    .replaceAll('<table>', '<div class="table" tabindex="0" role="region" aria-label="Table"><table>')
    .replaceAll('</table>', '</table></div>')
    // A table of names and meanings often has no heads.
    .replace(/<thead>\s*<tr>\s*(?:<th><\/th>\s*)+<\/tr>\s*<\/thead>/g, '')
  return { title, html, headings, sections, tables }
}

const textOf = ({ children }) =>
  children
    .map(({ type, content }) => (type.endsWith('break') ? ' ' : type === 'image' ? '' : content))
    .join('')

/** Leads links and pictures to their places on the site; a link to elsewhere in the project stays as text. */
function followLinks(children, linkTo) {
  let isDropped = false
  return children.filter((child) => {
    if (child.type === 'image') child.attrSet('src', linkTo(child.attrGet('src')) ?? '')
    if (child.type === 'link_open') {
      const address = linkTo(child.attrGet('href'))
      isDropped = address === undefined
      if (!isDropped) child.attrSet('href', address)
      return !isDropped
    }
    if (child.type !== 'link_close') return true
    const isKept = !isDropped
    isDropped = false
    return isKept
  })
}

function linkEntry(token, address) {
  if (address === undefined) return
  const [open, close] = markdown
    .parseInline(`[x](${address})`, {})[0]
    .children.filter(({ type }) => type.startsWith('link'))
  token.children = [open, ...token.children, close]
}

export { escapeHtml }
