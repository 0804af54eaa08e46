import { Button, Group, NativeSelect, NumberInput, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { withChangeSet } from '@trowel/client'
import type { FileObject } from '@trowel/contract/files.js'
import { markMeasures } from '@trowel/contract/mark-shapes.js'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { client } from '../../../core/session.js'
import { showChanged } from '../../changes/show-changed.js'
import { showProblem } from '../../notices.js'
import { fileTitle } from '../file-kind.js'
import { useFilesChanged } from '../use-file-changes.js'
import { PictureStage, type Staged } from './picture-stage.js'
import { TaskBar } from './task-bar.js'
import classes from './task-bar.module.css'
import type { Pen } from './use-gestures.js'
import { clamped, type Point, type Size, type View } from './view.js'

/** A line on a picture, in parts of it. */
type Measured = readonly [from: Point, to: Point]

/** In centimetres. */
const units = { mm: 0.1, cm: 1, m: 100 } as const
const unitNames = Object.keys(units) as (keyof typeof units)[]

/** In pixels of the picture. */
const lengthOf = ([from, to]: Measured, { width, height }: Size): number =>
  Math.hypot((to[0] - from[0]) * width, (to[1] - from[1]) * height)

/** So near a finger comes to an end of the line; in pixels of the screen. */
const reach = 22

/**
 * How large a picture is: a line along something whose length is known, or pixels per centimetre, as a
 * scanner or a program for photographs tells them.
 */
export function SetScale({
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
  const { t, i18n } = useTranslation()
  const filesChanged = useFilesChanged()
  const [line, setLine] = useState<Measured>()
  const [length, setLength] = useState<number | string>('')
  const [unit, setUnit] = useState<keyof typeof units>('cm')
  const [typed, setTyped] = useState<number | string>(file.pixels_per_cm ?? '')
  const size = useRef<Size>(undefined)
  /** Which end of the line is moved. */
  const held = useRef<0 | 1>(undefined)

  const measured = line && size.current && lengthOf(line, size.current) / (Number(length) * units[unit])
  const pixelsPerCm = line ? (length === '' ? undefined : measured) : Number(typed) || undefined
  const isKnown = pixelsPerCm !== undefined && pixelsPerCm >= 1e-4 && pixelsPerCm <= 1e6
  const save = useMutation({
    mutationFn: (value: number | null) =>
      withChangeSet((options) => client.files.update(file.id, { pixels_per_cm: value }, options)),
    onSuccess: ({ changeSet }) => {
      filesChanged()
      showChanged(t('viewer.scaleSaved', { name: fileTitle(file) }), changeSet)
      onDone()
    },
    onError: showProblem,
  })
  const penOf = ({ picture, scale }: Staged): Pen => {
    size.current = picture
    const near = (end: Point, at: Point) => lengthOf([end, at], picture) * scale < reach
    return {
      down(at) {
        held.current = line && near(line[0], at) ? 0 : 1
        const isOther = !line || (held.current === 1 && !near(line[1], at))
        if (isOther) setLine([clamped(at), clamped(at)])
        return true
      },
      move: (at) =>
        setLine((now) => now && (held.current === 0 ? [clamped(at), now[1]] : [now[0], clamped(at)])),
      up: () => setLine((now) => (now && lengthOf(now, picture) * scale < 4 ? undefined : now)),
      cancel: () => setLine(undefined),
    }
  }
  const decimals = {
    decimalSeparator: (0.5).toLocaleString(i18n.language).charAt(1),
    allowNegative: false,
  } as const
  return (
    <>
      <TaskBar
        title={t('viewer.scaleOf', { name: fileTitle(file) })}
        act={t('viewer.saveScale')}
        isTouched={line !== undefined || Number(typed) !== (file.pixels_per_cm ?? 0)}
        isSaving={save.isPending}
        ready={isKnown && pixelsPerCm !== file.pixels_per_cm}
        onSave={() => isKnown && save.mutate(Number(pixelsPerCm.toPrecision(6)))}
        onLeave={onDone}
      >
        <Text size="sm" className={classes['hint'] ?? ''}>
          {t('viewer.scaleHint')}
        </Text>
        <Group gap={6} wrap="nowrap" align="flex-end">
          <NumberInput
            {...decimals}
            w={130}
            hideControls
            label={t('viewer.lineLength')}
            disabled={!line}
            value={length}
            onChange={setLength}
          />
          <NativeSelect
            w={80}
            aria-label={t('viewer.unit')}
            disabled={!line}
            data={unitNames.map((one) => ({ value: one, label: one }))}
            value={unit}
            onChange={({ currentTarget: { value } }) =>
              setUnit(unitNames.find((one) => one === value) ?? 'cm')
            }
          />
        </Group>
        <NumberInput
          {...decimals}
          w={190}
          hideControls
          label={t('viewer.pixelsPerCm')}
          value={line ? (isKnown ? Number(pixelsPerCm.toPrecision(4)) : '') : typed}
          onChange={(value) => {
            if (line && value === Number(pixelsPerCm?.toPrecision(4))) return
            setLine(undefined)
            setTyped(value)
          }}
        />
        {file.pixels_per_cm !== null && (
          <Button variant="default" mt="auto" disabled={save.isPending} onClick={() => save.mutate(null)}>
            {t('viewer.removeScale')}
          </Button>
        )}
      </TaskBar>
      <div className={stageClass}>
        <PictureStage file={file} view={view} onView={onView} marks={[]} pen={penOf}>
          {(staged) => line && <MeasuredLine line={line} staged={staged} />}
        </PictureStage>
      </div>
    </>
  )
}

/** With ends that can be taken hold of. */
function MeasuredLine({ line, staged: { picture, scale } }: { line: Measured; staged: Staged }) {
  const inPixels = ([x, y]: Point): Point => [x * picture.width, y * picture.height]
  const [x1, y1] = inPixels(line[0])
  const [x2, y2] = inPixels(line[1])
  const shown = { x1, y1, x2, y2 }
  const width = Math.max(markMeasures('small', picture).line / 2, 2 / scale)
  return (
    <>
      <line {...shown} stroke="#ffffff" strokeWidth={width * 2.4} strokeLinecap="round" />
      <line {...shown} stroke="#e03131" strokeWidth={width} strokeLinecap="round" />
      {[
        [x1, y1],
        [x2, y2],
      ].map(([x, y], end) => (
        <circle
          key={end}
          cx={x}
          cy={y}
          r={9 / scale}
          fill="#e0313155"
          stroke="#ffffff"
          strokeWidth={2 / scale}
        />
      ))}
    </>
  )
}
