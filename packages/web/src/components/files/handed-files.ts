/** Files that were dropped in one view, for the one that is opened by it. */
let handed: readonly File[] = []

export const handOver = (files: readonly File[]): void => {
  handed = files
}

/** They are taken up once: who comes back begins anew. */
export function takeHandedFiles(): readonly File[] {
  const files = handed
  handed = []
  return files
}
