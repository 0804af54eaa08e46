import { ActionIcon, Button, Text } from '@mantine/core'
import { memo, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { sentenceOf } from '../../../components/refusal.js'
import { Section } from '../../../components/section.js'
import { ChooseFiles, DropPlace } from '../sections/files-section-choose.js'
import classes from './photographs-form.module.css'
import type { StagedFile, StagedFiles } from './use-staged-files.js'

/** Photographs and other files of a record that is still being written. */
export const PhotographsForm = memo(
  ChosenPhotographs,
  // What can be done with them does not depend on what else is typed.
  (before, now) => before.staged.files === now.staged.files,
)

function ChosenPhotographs({ staged }: { staged: StagedFiles }) {
  const { t } = useTranslation()
  const { files, add } = staged
  usePastedFiles(add)
  return (
    <Section name="photographs" title={t('form.photographs')} count={files.length}>
      <DropPlace enabled onDrop={add}>
        <div className={classes['choose']}>
          <ChooseFiles isLarge onChoose={add} />
          {files.length === 0 && (
            <Text size="sm" c="dimmed" className={classes['hint'] ?? ''}>
              {t('form.photographsHint')}
            </Text>
          )}
        </div>
        {files.length > 0 && (
          <ul className={classes['tiles']} aria-label={t('form.photographs')}>
            {files.map((one) => (
              <Tile key={one.key} staged={one} onAgain={staged.again} onRemove={staged.remove} />
            ))}
          </ul>
        )}
      </DropPlace>
    </Section>
  )
}

/** One of them: what it shows, and how far it is. */
function Tile({
  staged: { key, file, sent, isThere, error },
  onAgain,
  onRemove,
}: {
  staged: StagedFile
  onAgain: (key: number) => void
  onRemove: (key: number) => void
}) {
  const { t } = useTranslation()
  const picture = usePicture(file)
  const state =
    error === undefined ? (isThere ? t('form.fileSent') : t('form.fileLeaving')) : sentenceOf(error)
  return (
    <li className={classes['tile']} data-failed={error !== undefined || undefined}>
      {picture ? (
        <img src={picture} alt="" className={classes['picture']} />
      ) : (
        <span className={classes['letters']}>{file.name.split('.').at(-1)}</span>
      )}
      {!isThere && error === undefined && (
        <progress className={classes['progress']} value={sent} max={1} aria-label={file.name} />
      )}
      <span className={classes['name']} title={file.name}>
        {file.name}
      </span>
      <span className={error === undefined ? 'visually-hidden' : classes['problem']} role="status">
        {state}
      </span>
      {error !== undefined && (
        <Button size="compact-xs" variant="default" onClick={() => onAgain(key)}>
          {t('states.again')}
        </Button>
      )}
      <ActionIcon
        className={classes['remove'] ?? ''}
        variant="default"
        radius="xl"
        aria-label={t('form.removeFile', { name: file.name })}
        onClick={() => onRemove(key)}
      >
        <Icon name="close" size={14} />
      </ActionIcon>
    </li>
  )
}

/** An address of a picture that is still on this machine. */
function usePicture(file: File): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!file.type.startsWith('image/')) return
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}

/** Pictures that are pasted anywhere in the form; what is also a text goes where the cursor is. */
function usePastedFiles(onPaste: (files: readonly File[]) => void): void {
  useEffect(() => {
    const take = (event: ClipboardEvent) => {
      const { files: pasted = [], types = [] } = event.clipboardData ?? {}
      const files = [...pasted]
      if (files.length === 0 || types.includes('text/plain')) return
      event.preventDefault()
      onPaste(files)
    }
    document.addEventListener('paste', take)
    return () => document.removeEventListener('paste', take)
  }, [onPaste])
}
