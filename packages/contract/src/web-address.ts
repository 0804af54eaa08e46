/** An address of the web as a field keeps it, and as people read it. */
export interface WebAddress {
  /** Complete, with `https://` or `http://`. */
  readonly url: string
  readonly kind: 'web' | 'doi' | 'orcid'
  /** `10.5284/1000099`, `0000-0002-1825-0097`, `example.org/dig`. */
  readonly text: string
}

/**
 * Reads an address as people write it: in full, from `www.` on, or a DOI or ORCID iD alone. Nothing but
 * addresses of the web is one, and none with a name or password in front of its host.
 */
export function readWebAddress(written: string): WebAddress | undefined {
  const text = written.trim()
  return doiIn(text) ?? orcidIn(text) ?? pageIn(text)
}

/** Form of DOIs as Crossref recommends to find them: https://doi.org/10.13003/5jchdy, "DOI syntax". */
const doi = /^(?:doi:\s*|(?:https?:\/\/)?(?:dx\.|www\.)?doi\.org\/)?(10\.\d{4,9}\/\S+)$/i

function doiIn(text: string): WebAddress | undefined {
  const found = doi.exec(text)?.[1]
  if (found === undefined || !isText(found)) return undefined
  const name = decoded(found)
  return {
    url: `https://doi.org/${encodeURI(name).replace(/[?#]/g, encodeURIComponent)}`,
    kind: 'doi',
    text: name,
  }
}

const isText = (text: string): boolean => !/[\p{Surrogate}\p{Cc}]/u.test(text)

function decoded(text: string): string {
  try {
    const plain = decodeURIComponent(text)
    return isText(plain) && !/\s/.test(plain) ? plain : text
  } catch {
    return text
  }
}

const orcid = /^(?:orcid:\s*|(?:https?:\/\/)?(?:www\.)?orcid\.org\/)?(\d{4}-\d{4}-\d{4}-\d{3}[\dX])\/?$/i

function orcidIn(text: string): WebAddress | undefined {
  const iD = orcid.exec(text)?.[1]?.toUpperCase()
  if (iD === undefined || !isOrcid(iD)) return undefined
  return { url: `https://orcid.org/${iD}`, kind: 'orcid', text: iD }
}

/** `0000-0002-1825-0097`: the last character checks the others, by ISO/IEC 7064:2003, MOD 11-2. */
export function isOrcid(text: string): boolean {
  if (!/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/.test(text)) return false
  const characters = text.replaceAll('-', '')
  let total = 0
  for (const digit of characters.slice(0, -1)) total = (total + Number(digit)) * 2
  const check = (12 - (total % 11)) % 11
  return characters.at(-1) === (check === 10 ? 'X' : String(check))
}

function pageIn(text: string): WebAddress | undefined {
  const full = /^www\.[^\s/]+\.[^\s/.]/i.test(text) ? `https://${text}` : text
  if (!/^https?:\/\/[^\s/@]+(?:\/|$|[?#])/i.test(full) || /\s/.test(full) || !isText(full)) return undefined
  if (!URL.canParse(full) || orcid.test(full)) return undefined
  return {
    url: full,
    kind: 'web',
    text: full.replace(/^https?:\/\/(?:www\.)?/i, '').replace(/\/$/, ''),
  }
}
