import DOMPurify from 'dompurify'
import MarkdownIt from 'markdown-it'

/** Pictures would be fetched from elsewhere; HTML is shown as it is written. */
const reader = new MarkdownIt({ html: false, linkify: true }).disable('image')

// A text stands within a page, which has its heading already.
reader.core.ruler.push('lower-headings', ({ tokens }) => {
  for (const token of tokens) {
    const level = /^h([1-5])$/.exec(token.tag)?.[1]
    if (level !== undefined) token.tag = `h${Number(level) + 1}`
  }
})

const cleaner = DOMPurify(window)
cleaner.addHook('afterSanitizeAttributes', (node) => {
  if (node.tagName !== 'A') return
  node.setAttribute('target', '_blank')
  node.setAttribute('rel', 'noopener noreferrer')
})

/** Markdown as nodes that are safe to put into the page. */
export const renderMarkdown = (text: string): DocumentFragment =>
  cleaner.sanitize(reader.render(text), {
    RETURN_DOM_FRAGMENT: true,
    FORBID_TAGS: ['style', 'img', 'form', 'input', 'button', 'textarea', 'select'],
    FORBID_ATTR: ['style'],
  })
