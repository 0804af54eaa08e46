export interface Page {
  /** From 1. */
  readonly page: number
  readonly perPage: number
}

interface AskedPage {
  readonly page?: number | undefined
  readonly per_page?: number | undefined
}

/** The page that a query asks for. */
export const pageOf = ({ page = 1, per_page }: AskedPage, max: number, usual: number): Page => ({
  page: Math.max(1, page),
  perPage: between(1, per_page ?? usual, max),
})

export const sliceOf = ({ page, perPage }: Page) => ({ limit: perPage, offset: (page - 1) * perPage })

export const between = (min: number, given: number, max: number): number =>
  Math.min(max, Math.max(min, given))
