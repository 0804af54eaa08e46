import { Button, Group, Modal, Text } from '@mantine/core'
import { useHotkeys, useLocalStorage } from '@mantine/hooks'
import type { FileObject } from '@trowel/contract/files.js'
import { type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/session.js'
import { Icon, type IconName } from '../icon.js'
import { useRestoreFocus } from '../restore-focus.js'
import { saveAddress } from '../save-file.js'
import { Empty } from '../states.js'
import { CameraNotes } from './camera-notes.js'
import { FileFacts } from './file-facts.js'
import { fileName, fileTitle, kindOf } from './file-kind.js'
import classes from './file-viewer.module.css'
import { ImageStage } from './image-stage.js'

const zooms = [1, 1.5, 2, 3, 4, 6, 8] as const

/**
 * Files over the whole window, one at a time: arrows go to the others, plus and minus zoom, 0 fits, D saves,
 * I shows and hides what is known about the file, Escape closes.
 */
export function FileViewer<File extends FileObject>({
  files,
  at,
  mayEdit,
  onMove,
  onClose,
  more,
}: {
  files: readonly File[]
  /** Which of the files is shown. */
  at: number
  mayEdit: boolean
  onMove: (at: number) => void
  onClose: () => void
  /** What else is known about a file. */
  more?: (file: File) => ReactNode
}) {
  const { t } = useTranslation()
  useRestoreFocus()
  const [zoom, setZoom] = useState(0)
  const [details, setDetails] = useLocalStorage({
    key: 'trowel.viewer.details',
    defaultValue: window.innerWidth > 900,
    getInitialValueInEffect: false,
  })
  const file = files[at]
  const isPicture = file !== undefined && kindOf(file) === 'picture'
  const step = useCallback(
    (steps: 1 | -1) => setZoom((now) => Math.min(Math.max(now + steps, 0), zooms.length - 1)),
    [],
  )
  const move = (to: number) => {
    if (to < 0 || to >= files.length) return
    setZoom(0)
    onMove(to)
  }
  const save = () => file && saveAddress(client.files.url(file, { download: true }), fileName(file))
  useHotkeys([
    ['ArrowLeft', () => zoom === 0 && move(at - 1), { preventDefault: zoom === 0 }],
    ['ArrowRight', () => zoom === 0 && move(at + 1), { preventDefault: zoom === 0 }],
    ['PageUp', () => move(at - 1)],
    ['PageDown', () => move(at + 1)],
    ['plus', () => step(1)],
    ['shift + plus', () => step(1)],
    ['=', () => step(1)],
    ['-', () => step(-1)],
    ['0', () => setZoom(0)],
    ['D', save],
    ['I', () => setDetails((shown) => !shown)],
  ])
  if (!file) return null
  return (
    <Modal.Root opened onClose={onClose} fullScreen transitionProps={{ duration: 0 }}>
      <Modal.Content classNames={{ content: classes['window'] ?? '' }} aria-label={fileTitle(file)}>
        <Modal.Body className={classes['body'] ?? ''}>
          <header className={classes['bar']}>
            <div className={classes['name']}>
              <Text fw={600} truncate>
                {fileTitle(file)}
              </Text>
              <Text size="xs" c="dimmed" className="numbers" role="status">
                {t('viewer.place', { place: at + 1, total: files.length })}
              </Text>
            </div>
            <Group gap={4} wrap="nowrap">
              {isPicture && (
                <>
                  <BarButton
                    icon="minus"
                    name={t('viewer.smaller')}
                    disabled={zoom === 0}
                    onClick={() => step(-1)}
                  />
                  <BarButton
                    icon="plus"
                    name={t('viewer.larger')}
                    disabled={zoom === zooms.length - 1}
                    onClick={() => step(1)}
                  />
                </>
              )}
              <BarButton icon="import" name={t('viewer.save')} onClick={save} />
              <BarButton
                icon="info"
                name={t('viewer.details')}
                pressed={details}
                onClick={() => setDetails(!details)}
              />
              <BarButton icon="close" name={t('viewer.close')} onClick={onClose} />
            </Group>
          </header>
          <div className={classes['middle']}>
            <div className={classes['stage']}>
              <Content key={file.id} file={file} zoom={zooms[zoom] ?? 1} onZoom={step} onSave={save} />
              {files.length > 1 && (
                <>
                  <Turn
                    side="left"
                    name={t('viewer.before')}
                    disabled={at === 0}
                    onClick={() => move(at - 1)}
                  />
                  <Turn
                    side="right"
                    name={t('viewer.after')}
                    disabled={at === files.length - 1}
                    onClick={() => move(at + 1)}
                  />
                </>
              )}
            </div>
            {details && (
              <aside className={classes['details']} aria-label={t('viewer.details')}>
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {fileName(file)}
                </Text>
                <FileFacts key={file.id} file={file} mayEdit={mayEdit} />
                {more?.(file)}
                {isPicture && <CameraNotes file={file} />}
              </aside>
            )}
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

function Content({
  file,
  zoom,
  onZoom,
  onSave,
}: {
  file: FileObject
  zoom: number
  onZoom: (steps: 1 | -1) => void
  onSave: () => void
}) {
  const { t } = useTranslation()
  const address = client.files.url(file)
  switch (kindOf(file)) {
    case 'picture':
      return <ImageStage file={file} zoom={zoom} onZoom={onZoom} />
    case 'page':
      return <iframe className={classes['page']} src={address} title={fileTitle(file)} />
    case 'sound':
      // biome-ignore lint/a11y/useMediaCaption: what people recorded has no captions
      return <audio className={classes['sound']} src={address} controls aria-label={fileTitle(file)} />
    case 'film':
      // biome-ignore lint/a11y/useMediaCaption: what people filmed has no captions
      return <video className={classes['film']} src={address} controls aria-label={fileTitle(file)} />
    case 'other':
      return (
        <Empty icon="record" title={t('viewer.notShown')}>
          <Button mt="sm" onClick={onSave} leftSection={<Icon name="import" size={16} />}>
            {t('viewer.save')}
          </Button>
        </Empty>
      )
  }
}

/** With its word where there is room for it. */
function BarButton({
  icon,
  name,
  pressed,
  disabled = false,
  onClick,
}: {
  icon: IconName
  name: string
  pressed?: boolean
  disabled?: boolean
  onClick: () => void
}) {
  return (
    <Button
      data-autofocus={icon === 'close' || undefined}
      variant="subtle"
      color="gray"
      size="compact-md"
      aria-label={name}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={onClick}
      leftSection={<Icon name={icon} size={17} />}
      classNames={{
        root: classes['button'] ?? '',
        section: classes['buttonIcon'] ?? '',
        label: classes['buttonName'] ?? '',
      }}
    >
      {name}
    </Button>
  )
}

function Turn({
  side,
  name,
  disabled,
  onClick,
}: {
  side: 'left' | 'right'
  name: string
  disabled: boolean
  onClick: () => void
}) {
  return (
    <button
      type="button"
      className={classes['turn']}
      data-side={side}
      aria-label={name}
      title={name}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon name={side} size={22} />
    </button>
  )
}
