export const extensionOf = (name: string): string => /\.([a-z]+)$/.exec(name)?.[1] ?? ''

const maxNameLength = 120

/**
 * The name under which a file is kept: without folders, spaces and other characters that addresses cannot
 * carry plainly.
 */
export function mapFileName(sent: string): string {
  const base = sent.split(/[/\\]/).at(-1) ?? ''
  const plain = base.replace(/[^A-Za-z0-9._-]/g, '_').replace(/^\.+/, '')
  const [, stem = plain, extension = ''] = /^(.*?)(\.[A-Za-z]+)?$/.exec(plain) ?? []
  return `${stem.slice(0, maxNameLength)}${extension.toLowerCase()}`
}

/** Is this a name that `mapFileName` makes, and nothing that reaches out of its folder? */
export const isMapFileName = (name: string): boolean =>
  /^[A-Za-z0-9_-][A-Za-z0-9._-]*$/.test(name) && mapFileName(name) === name
