import DOMPurify from 'dompurify'
import { useMemo } from 'react'

/**
 * What a formatted citation may hold: the service has cleaned it already, and here nothing is taken on trust.
 */
const allowed = {
  ALLOWED_TAGS: ['div', 'span', 'p', 'br', 'i', 'em', 'b', 'strong', 'sup', 'sub', 'a'],
  ALLOWED_ATTR: ['href'],
  ALLOWED_URI_REGEXP: /^https?:/i,
}

const cleaner = DOMPurify(window)
cleaner.addHook('afterSanitizeAttributes', (element) => {
  if (element.tagName !== 'A') return
  element.setAttribute('target', '_blank')
  element.setAttribute('rel', 'noreferrer')
})

/** A citation as its style formats it, with italics and links. */
export function CitationText({ html }: { html: string }) {
  const clean = useMemo(() => cleaner.sanitize(html, allowed), [html])
  // biome-ignore lint/security/noDangerouslySetInnerHtml: it was cleaned just now
  return <div dangerouslySetInnerHTML={{ __html: clean }} />
}
