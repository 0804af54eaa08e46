/** A command was given wrongly: said in one sentence, exit code 2. */
export class UsageError extends Error {}
