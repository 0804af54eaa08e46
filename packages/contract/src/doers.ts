/**
 * Who did something without a login and without a key: the fact `by` of what the log tells is then one of
 * these.
 */
export const doers = { command_line: 'command line' } as const
