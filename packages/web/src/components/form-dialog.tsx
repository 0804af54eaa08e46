import { type ModalProps, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { Dialog } from './dialog.js'
import { DialogButtons } from './dialog-buttons.js'
import { type Saving, SavingForm } from './saving-form.js'
import { Failed } from './states.js'
import { TypedGuard } from './typed-guard.js'

/**
 * A dialog that does something. It stays until that is done, so that a refusal finds everything as it was
 * typed.
 */
export function FormDialog({
  saving,
  act,
  cancel,
  danger = false,
  ready = true,
  onSave,
  onClose,
  children,
  ...dialog
}: Pick<ModalProps, 'title' | 'size' | 'fullScreen' | 'zIndex' | 'onClose'> & {
  saving: Saving
  /** The words on the button that does it. */
  act: ReactNode
  /** The words on the way out, where they are not "Cancel". */
  cancel?: string
  /** Something goes: the keyboard begins at the way out. */
  danger?: boolean
  /** Can it be done, as it is filled in? */
  ready?: boolean
  onSave: () => void
  children: ReactNode
}) {
  const [isTyped, setTyped] = useState(false)
  return (
    <Dialog {...dialog} firm={isTyped} held={saving.isPending} onClose={onClose}>
      <TypedGuard isTyped={isTyped && !saving.isPending} />
      <SavingForm saving={saving} onSave={onSave} onInput={() => setTyped(true)}>
        <Stack>
          {children}
          {saving.error !== null && <Failed error={saving.error} />}
          <DialogButtons
            {...(cancel !== undefined && { cancel })}
            onCancel={onClose}
            danger={danger}
            pending={saving.isPending}
            disabled={!ready}
          >
            {act}
          </DialogButtons>
        </Stack>
      </SavingForm>
    </Dialog>
  )
}
