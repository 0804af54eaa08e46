/** What keeps a folder from being imported, and where it stands. */
export interface FolderFinding {
  /** A file of the folder, or a sheet or layer of one. */
  readonly path: string
  /** As a text editor counts; null where the file as a whole is meant. */
  readonly line: number | null
  readonly column?: string | undefined
  readonly text: string
}

/** So many are told; more are not read. */
export const maxFindings = 100

/** A folder that cannot be imported. Only the command line meets one, so that it speaks English alone. */
export class FolderProblem extends Error {
  constructor(
    title: string,
    readonly findings: readonly FolderFinding[],
  ) {
    super([title, ...findings.slice(0, maxFindings).map((finding) => `  ${findingText(finding)}`)].join('\n'))
    this.name = 'FolderProblem'
  }
}

/** A finding in a line: `tables/finds.csv, line 7, weight_g: …`. */
export const findingText = ({ path, line, column, text }: FolderFinding): string =>
  `${[path, ...(line === null ? [] : [`line ${line}`]), ...(column === undefined ? [] : [column])].join(', ')}: ${text}`

/** Gathers what is wrong, so that all of it is told at once. */
export class Findings {
  readonly all: FolderFinding[] = []

  add(path: string, line: number | null, text: string, column?: string): void {
    if (this.all.length < maxFindings) this.all.push({ path, line, column, text })
  }

  get isFull(): boolean {
    return this.all.length >= maxFindings
  }

  /** @throws FolderProblem when there are any */
  refuseAny(): void {
    if (this.all.length > 0) throw new FolderProblem('Nothing was imported:', this.all)
  }
}
