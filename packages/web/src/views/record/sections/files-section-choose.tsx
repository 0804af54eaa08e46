import { Button } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import classes from './files-section.module.css'

/** Chooses files of this machine; on a tablet also the camera. */
export function ChooseFiles({
  isLarge = false,
  onChoose,
}: {
  isLarge?: boolean
  onChoose: (files: readonly File[]) => void
}) {
  const { t } = useTranslation()
  const isTouched = useMediaQuery('(pointer: coarse)')
  return (
    <>
      {isTouched && (
        <Chooser name={t('files.takePicture')} icon="camera" camera isLarge={isLarge} onChoose={onChoose} />
      )}
      <Chooser name={t('files.add')} icon="plus" isLarge={isLarge} onChoose={onChoose} />
    </>
  )
}

function Chooser({
  name,
  icon,
  camera = false,
  isLarge,
  onChoose,
}: {
  name: string
  icon: 'camera' | 'plus'
  camera?: boolean
  isLarge: boolean
  onChoose: (files: readonly File[]) => void
}) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button
        size={isLarge ? 'sm' : 'compact-sm'}
        variant={isLarge && camera ? 'light' : 'default'}
        leftSection={<Icon name={icon} size={14} />}
        onClick={() => input.current?.click()}
      >
        {name}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={name}
        {...(camera ? { accept: 'image/*', capture: 'environment' as const } : { multiple: true })}
        onChange={({ currentTarget }) => {
          onChoose([...(currentTarget.files ?? [])])
          // The same file may be chosen again.
          currentTarget.value = ''
        }}
      />
    </>
  )
}

/** Where files may be let go; says so while a user holds some over it. */
export function DropPlace({
  enabled,
  onDrop,
  children,
}: {
  enabled: boolean
  onDrop: (files: readonly File[]) => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const [over, setOver] = useState(0)
  const holdsFiles = ({ dataTransfer }: DragEvent) => enabled && dataTransfer.types.includes('Files')
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button does the same for those who do not drag
    <div
      className={classes['drop']}
      data-over={over > 0 || undefined}
      onDragEnter={(event) => holdsFiles(event) && setOver((now) => now + 1)}
      onDragLeave={(event) => holdsFiles(event) && setOver((now) => now - 1)}
      onDragOver={(event) => holdsFiles(event) && event.preventDefault()}
      onDrop={(event) => {
        if (!holdsFiles(event)) return
        event.preventDefault()
        setOver(0)
        onDrop([...event.dataTransfer.files])
      }}
    >
      {children}
      {over > 0 && <span className={classes['letGo']}>{t('files.letGo')}</span>}
    </div>
  )
}
