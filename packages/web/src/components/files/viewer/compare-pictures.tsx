import { NativeSelect } from '@mantine/core'
import type { FileObject } from '@trowel/contract/files.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fileTitle } from '../file-kind.js'
import classes from './compare-pictures.module.css'
import { PictureStage } from './picture-stage.js'
import { type View, whole } from './view.js'

/** Two pictures beside each other: where one is zoomed or moved, the other shows the same part. */
export function ComparePictures({
  pictures,
  first,
  areMarksShown,
  onFirst,
}: {
  pictures: readonly FileObject[]
  /** The one that was looked at. */
  first: FileObject
  areMarksShown: boolean
  onFirst: (id: number) => void
}) {
  const { t } = useTranslation()
  const [view, setView] = useState<View>(whole)
  const place = pictures.findIndex(({ id }) => id === first.id)
  const [otherId, setOtherId] = useState((pictures[place + 1] ?? pictures[place - 1])?.id)
  const other = pictures.find(({ id }) => id === otherId)
  const sides = [
    { file: first, label: t('viewer.firstPicture'), choose: onFirst },
    { file: other, label: t('viewer.secondPicture'), choose: setOtherId },
  ]
  return (
    <div className={classes['pair']}>
      {sides.map(
        ({ file, label, choose }, side) =>
          file && (
            <div key={label} className={classes['side']}>
              <PictureStage
                key={file.id}
                file={file}
                view={view}
                onView={setView}
                marks={areMarksShown ? file.marks : []}
                hasControls={side === 1}
              />
              <NativeSelect
                className={classes['choice'] ?? ''}
                aria-label={label}
                value={String(file.id)}
                data={pictures.map((one) => ({ value: String(one.id), label: fileTitle(one) }))}
                onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
              />
            </div>
          ),
      )}
    </div>
  )
}
