/** What the address of the assemblages holds. */
export interface AssemblagesSearch {
  /** The analysis that is shown. */
  readonly id?: number | undefined
}

export const assemblagesIn = ({ id }: Record<string, unknown>): AssemblagesSearch => ({
  id: typeof id === 'number' && Number.isSafeInteger(id) ? id : undefined,
})
