import { Button, Modal, Text } from '@mantine/core'
import { useHotkeys, useLocalStorage } from '@mantine/hooks'
import type { FileObject } from '@trowel/contract/files.js'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../core/session.js'
import { Icon } from '../icon.js'
import { useRestoreFocus } from '../restore-focus.js'
import { saveAddress } from '../save-file.js'
import { Empty } from '../states.js'
import { CameraNotes } from './camera-notes.js'
import { FileFacts } from './file-facts.js'
import { fileName, fileTitle, kindOf } from './file-kind.js'
import classes from './file-viewer.module.css'
import { ComparePictures } from './viewer/compare-pictures.js'
import { DrawMarks } from './viewer/draw-marks.js'
import { PictureStage } from './viewer/picture-stage.js'
import { usePreload } from './viewer/rendition.js'
import { SetScale } from './viewer/set-scale.js'
import { whole } from './viewer/view.js'
import { type ViewerTask, ViewerTools } from './viewer/viewer-tools.js'

/**
 * Files over the whole window, one at a time: arrows go to the others, plus and minus zoom, 0 fits, 1 shows
 * the pixels, D saves, I shows and hides what is known about the file, Escape closes.
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
  const [view, setView] = useState(whole)
  const [task, setTask] = useState<ViewerTask>('look')
  const [areMarksShown, setMarksShown] = useState(true)
  const [details, setDetails] = useLocalStorage({
    key: 'trowel.viewer.details',
    defaultValue: window.innerWidth > 900,
    getInitialValueInEffect: false,
  })
  usePreload([files[at + 1], files[at - 1]])
  const file = files[at]
  const isPicture = file !== undefined && kindOf(file) === 'picture'
  const isTurnable = task === 'look'
  const move = (to: number) => {
    if (!isTurnable || to < 0 || to >= files.length) return
    setView(whole)
    onMove(to)
  }
  const save = () => file && saveAddress(client.files.url(file, { download: true }), fileName(file))
  useHotkeys([
    ['ArrowLeft', () => !isPicture && move(at - 1)],
    ['ArrowRight', () => !isPicture && move(at + 1)],
    ['PageUp', () => move(at - 1)],
    ['PageDown', () => move(at + 1)],
    ['D', () => isTurnable && save()],
    ['I', () => isTurnable && setDetails((shown) => !shown)],
  ])
  if (!file) return null
  const pictures = files.filter((one) => kindOf(one) === 'picture')
  const drawing = { file, view, stageClass: classes['stage'] ?? '', onView: setView }
  const leave = () => setTask('look')
  return (
    <Modal.Root
      opened
      onClose={onClose}
      fullScreen
      closeOnEscape={isTurnable}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content classNames={{ content: classes['window'] ?? '' }} aria-label={fileTitle(file)}>
        <Modal.Body className={classes['body'] ?? ''}>
          {task === 'draw' && <DrawMarks {...drawing} onDone={leave} />}
          {task === 'scale' && <SetScale {...drawing} onDone={leave} />}
          {(task === 'look' || task === 'compare') && (
            <>
              <header className={classes['bar']}>
                <div className={classes['name']}>
                  <Text fw={600} truncate>
                    {fileTitle(file)}
                  </Text>
                  <Text size="xs" c="dimmed" className="numbers" role="status">
                    {t('viewer.place', { place: at + 1, total: files.length })}
                  </Text>
                </div>
                <ViewerTools
                  file={file}
                  mayDraw={isPicture && mayEdit}
                  canCompare={isPicture && pictures.length > 1}
                  task={task}
                  areMarksShown={areMarksShown}
                  areDetailsShown={details}
                  onTask={setTask}
                  onMarks={setMarksShown}
                  onDetails={setDetails}
                  onSave={save}
                  onClose={onClose}
                />
              </header>
              <div className={classes['middle']}>
                {task === 'compare' ? (
                  <ComparePictures
                    pictures={pictures}
                    first={file}
                    areMarksShown={areMarksShown}
                    onFirst={(id) => onMove(files.findIndex((one) => one.id === id))}
                  />
                ) : (
                  <div className={classes['stage']}>
                    {isPicture ? (
                      <PictureStage
                        key={file.id}
                        file={file}
                        view={view}
                        onView={setView}
                        marks={areMarksShown ? file.marks : []}
                        onTurn={(by) => move(at + by)}
                      />
                    ) : (
                      <Content key={file.id} file={file} onSave={save} />
                    )}
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
                )}
                {details && task === 'look' && (
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
            </>
          )}
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}

/** What is no picture. */
function Content({ file, onSave }: { file: FileObject; onSave: () => void }) {
  const { t } = useTranslation()
  const address = client.files.url(file)
  switch (kindOf(file)) {
    case 'page':
      return <iframe className={classes['page']} src={address} title={fileTitle(file)} />
    case 'sound':
      // biome-ignore lint/a11y/useMediaCaption: what people recorded has no captions
      return <audio className={classes['sound']} src={address} controls aria-label={fileTitle(file)} />
    case 'film':
      // biome-ignore lint/a11y/useMediaCaption: what people filmed has no captions
      return <video className={classes['film']} src={address} controls aria-label={fileTitle(file)} />
    default:
      return (
        <Empty icon="record" title={t('viewer.notShown')}>
          <Button mt="sm" onClick={onSave} leftSection={<Icon name="import" size={16} />}>
            {t('viewer.save')}
          </Button>
        </Empty>
      )
  }
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
