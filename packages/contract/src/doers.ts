/**
 * Who did something where nobody logged in and there was no key: the fact `by` of what the log tells is then
 * one of these.
 */
export const doers = { command_line: 'command line' } as const
