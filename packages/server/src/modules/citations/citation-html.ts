import type { IOptions } from 'sanitize-html'

/** What a formatted citation may hold: words set apart, and links. */
const allowed: IOptions = {
  allowedTags: ['div', 'span', 'p', 'br', 'i', 'em', 'b', 'strong', 'sup', 'sub', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedClasses: { '*': ['csl-*'] },
  allowedSchemes: ['http', 'https'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  nestingLimit: 50,
  transformTags: {
    a: (tagName, { href, class: names }) => ({
      tagName,
      attribs: {
        ...(href === undefined ? {} : { href }),
        ...(names === undefined ? {} : { class: names }),
        rel: 'noopener noreferrer',
        target: '_blank',
      },
    }),
  },
  // A link must say by itself where it leads: here it would lead into this service.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'a' && !/^https?:\/\//i.test(attribs['href'] ?? '') ? 'excludeTag' : false,
}

/**
 * Cleans citations that come as HTML from outside: what could run, load or disguise something is taken out,
 * italics, small print and links stay. Loaded when the first one comes: most services never see any.
 */
export async function citationCleaner(): Promise<(html: string) => string> {
  const { default: sanitize } = await import('sanitize-html')
  return (html) => sanitize(html.replace(/^\s*<\?xml[^>]*\?>/i, ''), allowed).trim()
}
