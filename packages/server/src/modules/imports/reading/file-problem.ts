/** A file that cannot be read as what it is said to be. */
export class FileProblem extends Error {
  constructor(
    /** A sentence that says what to mend. */
    readonly reason: string,
    /** Where, as a text editor counts lines; null when the file as a whole is meant. */
    readonly line: number | null,
  ) {
    super(line === null ? reason : `Line ${line}: ${reason}`)
    this.name = 'FileProblem'
  }
}
