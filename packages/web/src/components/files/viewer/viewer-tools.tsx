import { Button, type ButtonProps, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { FileObject } from '@trowel/contract/files.js'
import { type ComponentPropsWithRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../../core/session.js'
import { Drawing, Icon, type IconName } from '../../icon.js'
import { showProblem } from '../../notices.js'
import { saveBlob } from '../../save-file.js'
import { usePrint } from '../../use-print.js'
import { canBePrinted } from '../file-kind.js'
import classes from '../file-viewer.module.css'
import { markedPicture } from './marked-picture.js'

/** What is done with a file in the viewer. */
export type ViewerTask = 'look' | 'compare' | 'draw' | 'scale'

const ruler = 'M3 8.5h18v7H3zM7 8.5V12M11 8.5v4.5M15 8.500V12M19 8.500v4.5'

/** What can be done with the file that is shown. */
export function ViewerTools({
  file,
  mayDraw,
  canCompare,
  task,
  areMarksShown,
  areDetailsShown,
  onTask,
  onMarks,
  onDetails,
  onSave,
  onClose,
}: {
  file: FileObject
  mayDraw: boolean
  canCompare: boolean
  task: ViewerTask
  areMarksShown: boolean
  areDetailsShown: boolean
  onTask: (task: ViewerTask) => void
  onMarks: (areShown: boolean) => void
  onDetails: (areShown: boolean) => void
  onSave: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const isComparing = task === 'compare'
  return (
    <>
      <div className={classes['tools']}>
        {mayDraw && !isComparing && (
          <>
            <Tool icon="edit" name={t('viewer.draw')} onClick={() => onTask('draw')} />
            <Tool icon={ruler} name={t('viewer.scale')} onClick={() => onTask('scale')} />
          </>
        )}
        {file.marks.length > 0 && (
          <Tool
            icon="eye"
            name={t('viewer.marks')}
            aria-pressed={areMarksShown}
            onClick={() => onMarks(!areMarksShown)}
          />
        )}
        {canCompare && (
          <Tool
            icon="M4 5h6.5v14H4zM13.5 5H20v14h-6.500z"
            name={t('viewer.compare')}
            aria-pressed={isComparing}
            onClick={() => onTask(isComparing ? 'look' : 'compare')}
          />
        )}
        {canBePrinted(file) ? (
          <SaveMenu file={file} areMarksShown={areMarksShown} onSave={onSave} />
        ) : (
          <Tool icon="import" name={t('viewer.save')} onClick={onSave} />
        )}
        {!isComparing && (
          <Tool
            icon="info"
            name={t('viewer.details')}
            aria-pressed={areDetailsShown}
            onClick={() => onDetails(!areDetailsShown)}
          />
        )}
      </div>
      <Tool icon="close" name={t('viewer.close')} data-autofocus data-last onClick={onClose} />
    </>
  )
}

/** The picture as it came, with what is drawn on it, or as a page of paper. */
function SaveMenu({
  file,
  areMarksShown,
  onSave,
}: {
  file: FileObject
  areMarksShown: boolean
  onSave: () => void
}) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const page = usePrint(() => client.files.print(file.id, areMarksShown ? {} : { marks: false }).url())
  const draw = useMutation({
    mutationFn: async (as: 'png' | 'svg') =>
      saveBlob(await markedPicture(file, as), `${file.filename}-${t('viewer.markedName')}.${as}`),
    onError: showProblem,
  })
  const isDrawn = file.marks.length > 0 || file.pixels_per_cm !== null
  return (
    <Menu position="bottom-end" opened={opened} onChange={setOpened}>
      <Menu.Target>
        <Tool icon="import" name={t('viewer.save')} loading={draw.isPending || page.isPending} />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="import" size={16} />} onClick={onSave}>
          {t('viewer.saveOriginal')}
        </Menu.Item>
        {isDrawn &&
          (['png', 'svg'] as const).map((as) => (
            <Menu.Item
              key={as}
              leftSection={<Icon name="picture" size={16} />}
              onClick={() => draw.mutate(as)}
            >
              {t('viewer.saveMarked', { as: as.toUpperCase() })}
            </Menu.Item>
          ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="print" size={16} />} onClick={page.print}>
          {t('layouts.print')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** With its word where there is room for it. @param icon a name, or the `d` of a path */
function Tool({
  icon,
  name,
  ...button
}: ButtonProps & ComponentPropsWithRef<'button'> & { icon: IconName | `M${string}`; name: string }) {
  return (
    <Button
      variant="subtle"
      color="gray"
      size="compact-md"
      aria-label={name}
      title={name}
      leftSection={isPath(icon) ? <Drawing lines={icon} size={17} /> : <Icon name={icon} size={17} />}
      classNames={{
        root: classes['button'] ?? '',
        section: classes['buttonIcon'] ?? '',
        label: classes['buttonName'] ?? '',
      }}
      {...button}
    >
      {name}
    </Button>
  )
}

const isPath = (icon: IconName | `M${string}`): icon is `M${string}` => icon.startsWith('M')
