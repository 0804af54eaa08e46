import { Modal, type ModalProps } from '@mantine/core'
import { useRestoreFocus } from './restore-focus.js'

/** A window above the page. */
export function Dialog({
  firm = false,
  held = false,
  ...dialog
}: Omit<ModalProps, 'opened'> & {
  /** A slip (Escape, a click beside it) does not close it: something would be lost. */
  firm?: boolean
  /** Nothing closes it, as long as something is on its way. */
  held?: boolean
}) {
  useRestoreFocus()
  return (
    <Modal
      opened
      centered
      closeOnEscape={!firm && !held}
      closeOnClickOutside={!firm && !held}
      withCloseButton={!held}
      {...dialog}
    />
  )
}
