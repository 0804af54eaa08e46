import type { MessageCode } from '@trowel/contract/messages/messages.js'
import { type Message, message } from '../message.js'

/** A file that cannot be read as what it is said to be. */
export class FileProblem extends Error {
  constructor(
    /** A message that says what to mend. */
    readonly said: Message,
    /** Where, as a text editor counts lines; null when the file as a whole is meant. */
    readonly line: number | null,
  ) {
    super(line === null ? said.text : `Line ${line}: ${said.text}`)
    this.name = 'FileProblem'
  }
}

/** A problem of a file, with what its message speaks of. */
export const fileProblem = <Code extends MessageCode>(
  code: Code,
  params: Parameters<typeof message<Code>>[1],
  line: number | null = null,
): FileProblem => new FileProblem(message(code, params), line)
