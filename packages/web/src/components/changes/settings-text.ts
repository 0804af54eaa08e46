/** Settings that are stored as JSON, as a line for people to read; any other text as it is. */
export function settingsText(text: string): string {
  if (!/^[[{]/.test(text)) return text
  try {
    return lineOf(JSON.parse(text))
  } catch {
    return text
  }
}

function lineOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(nestedLine).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  const settings = Object.entries(value).filter(([, one]) => one !== null && nestedLine(one) !== '')
  return settings.map(([name, one]) => `${name.replaceAll('_', ' ')}: ${nestedLine(one)}`).join(' · ')
}

const nestedLine = (value: unknown): string => {
  const line = lineOf(value)
  return typeof value === 'object' && value !== null && line.includes(': ') ? `(${line})` : line
}
