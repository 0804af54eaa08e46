import { Text } from '@mantine/core'
import { useHotkeys } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import type { FileObject } from '@trowel/contract/files.js'
import { markMeasures } from '@trowel/contract/mark-shapes.js'
import { maxMarks, type PictureMark } from '@trowel/contract/picture-marks.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../changes/show-changed.js'
import { showProblem } from '../../notices.js'
import { fileTitle } from '../file-kind.js'
import { useFilesChanged } from '../use-file-changes.js'
import { DrawTools } from './draw-tools.js'
import { PictureStage, type Staged } from './picture-stage.js'
import { saveMarks } from './save-marks.js'
import { TaskBar } from './task-bar.js'
import classes from './task-bar.module.css'
import { useDrawing } from './use-drawing.js'
import type { View } from './view.js'

/** Arrows, shapes, texts and numbered points on a picture: drawn by fingers, a mouse or by keys. */
export function DrawMarks({
  file,
  view,
  stageClass,
  onView,
  onDone,
}: {
  file: FileObject
  view: View
  stageClass: string
  onView: (change: (view: View) => View) => void
  onDone: () => void
}) {
  const { t } = useTranslation()
  const filesChanged = useFilesChanged()
  // Others may draw on it meanwhile.
  const [begunWith] = useState(file.marks)
  const drawing = useDrawing(begunWith)
  const { draft, selected, selectedMark } = drawing
  const isTouched = draft.past.length > 0
  const save = useMutation({
    mutationFn: () => saveMarks({ id: file.id, marks: begunWith }, draft.marks),
    onSuccess: (changeSet) => {
      filesChanged()
      showChanged(t('viewer.marksSaved', { name: fileTitle(file) }), changeSet)
      onDone()
    },
    onError: showProblem,
  })
  const next = (by: 1 | -1) => {
    const total = draft.marks.length
    if (total > 0) drawing.select(((selected ?? (by > 0 ? -1 : 0)) + by + total) % total)
  }
  const arrows = (['Left', 'Right', 'Up', 'Down'] as const).flatMap((way) => {
    const by = { Left: [-1, 0], Right: [1, 0], Up: [0, -1], Down: [0, 1] }[way] as [number, number]
    return [
      [`Arrow${way}`, () => drawing.nudge(by, false)],
      [`shift + Arrow${way}`, () => drawing.nudge(by, true)],
    ] as [string, () => void][]
  })
  useHotkeys([
    ...(selectedMark ? arrows : []),
    ['PageDown', () => next(1)],
    ['PageUp', () => next(-1)],
    ['Delete', drawing.remove],
    ['Backspace', drawing.remove],
    ['Escape', () => drawing.select(undefined)],
    ['mod + Z', drawing.undo],
    ['mod + shift + Z', drawing.redo],
    ['mod + Y', drawing.redo],
  ])
  return (
    <>
      <TaskBar
        title={t('viewer.drawOn', { name: fileTitle(file) })}
        act={t('viewer.saveMarks')}
        isTouched={isTouched}
        isSaving={save.isPending}
        ready={isTouched}
        onSave={() => save.mutate()}
        onLeave={onDone}
      >
        <DrawTools drawing={drawing} middle={[view.x, view.y]} />
        <Text size="xs" c="dimmed" className={classes['hint'] ?? ''} data-keys role="status">
          {drawing.isFull ? t('viewer.noMoreMarks', { count: maxMarks }) : t('viewer.drawKeys')}
        </Text>
      </TaskBar>
      <div className={stageClass}>
        <PictureStage
          file={file}
          view={view}
          onView={onView}
          marks={draft.marks}
          pen={drawing.penOf}
          keys={selectedMark ? 'zoom' : 'all'}
        >
          {(staged) => selectedMark && <Selection mark={selectedMark} staged={staged} />}
        </PictureStage>
      </div>
    </>
  )
}

/** Where a mark is that is selected. */
function Selection({ mark, staged: { picture, scale } }: { mark: PictureMark; staged: Staged }) {
  const { letters, line } = markMeasures(mark.size, picture)
  const room = line + 8 / scale
  const xs = mark.points.map(([x]) => x * picture.width)
  const ys = mark.points.map(([, y]) => y * picture.height)
  const [left, top] = [Math.min(...xs), Math.min(...ys)]
  const isPoint = mark.kind === 'number'
  const width = mark.kind === 'text' ? letters * 0.55 * (mark.text?.length || 3) : Math.max(...xs) - left
  const height = mark.kind === 'text' ? letters : Math.max(...ys) - top
  const more = room + (isPoint ? letters * 0.85 : 0)
  return (
    <rect
      x={left - more}
      y={top - more}
      width={width + 2 * more}
      height={height + 2 * more}
      fill="none"
      stroke="#228be6"
      strokeWidth={1.5 / scale}
      strokeDasharray={`${6 / scale} ${4 / scale}`}
    />
  )
}
