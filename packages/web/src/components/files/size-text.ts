/** "12.3 kB", "4.5 MB": how large a file is. @param size in bytes */
export function sizeText(size: number, language: string): string {
  const [unit, name] = size < 100_000 ? [1_000, 'kB'] : [1_000_000, 'MB']
  return `${(size / unit).toLocaleString(language, { maximumFractionDigits: 1 })} ${name}`
}
