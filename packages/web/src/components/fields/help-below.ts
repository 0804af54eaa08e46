import type { InputWrapperProps } from '@mantine/core'

export type HelpBelow = Required<Pick<InputWrapperProps, 'inputWrapperOrder'>>

/** What helps stands below its input: inputs beside each other are on one line, however long it is. */
export const helpBelow: HelpBelow = { inputWrapperOrder: ['label', 'input', 'description', 'error'] }
