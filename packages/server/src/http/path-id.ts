/** The id in a path, which has digits only; 0, which nothing has, for a number beyond all ids. */
export function pathId(text: string): number {
  const id = Number(text)
  return Number.isSafeInteger(id) ? id : 0
}
