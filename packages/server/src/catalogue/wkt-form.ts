const number = String.raw`[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?`
const position = String.raw`${number}(?:\s+${number}){1,3}`
const brackets = (inside: string): string => String.raw`\(\s*${inside}\s*\)`
const list = (part: string): string => brackets(String.raw`${part}(?:\s*,\s*${part})*`)

const shapes: Readonly<Record<string, string>> = {
  POINT: brackets(position),
  LINESTRING: list(position),
  POLYGON: list(list(position)),
  MULTIPOINT: list(`(?:${position}|${brackets(position)})`),
  MULTILINESTRING: list(list(position)),
  MULTIPOLYGON: list(list(list(position))),
}

const forms = Object.entries(shapes).map(
  ([name, coordinates]) => new RegExp(String.raw`^\s*${name}\s*(?:ZM?|M)?\s*${coordinates}\s*$`, 'i'),
)

/**
 * Is the text one geometry in well-known text (OGC 06-103r4 §7): a point, line or polygon, or several of one kind, any case
 * and spacing? Whether rings close is left to the map.
 */
export const isWkt = (text: string): boolean => forms.some((form) => form.test(text))
