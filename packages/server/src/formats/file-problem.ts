import type { ProblemSentence } from '@trowel/contract/problem-sentences.js'
import { type Message, say } from '../message.js'

/** A file that cannot be read as what it is said to be. */
export class FileProblem extends Error {
  constructor(
    /** A sentence that says what to mend. */
    readonly said: Message,
    /** Where, as a text editor counts lines; null when the file as a whole is meant. */
    readonly line: number | null,
  ) {
    super(line === null ? said.text : `Line ${line}: ${said.text}`)
    this.name = 'FileProblem'
  }
}

/** A problem of a file, with what its sentence speaks of. */
export const fileProblem = <Sentence extends ProblemSentence>(
  sentence: Sentence,
  facts: Parameters<typeof say<Sentence>>[1],
  line: number | null = null,
): FileProblem => new FileProblem(say(sentence, facts), line)
