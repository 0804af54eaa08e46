import { Button, Group, SegmentedControl, Stack, Text, Textarea, Title } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { withChangeSet } from '@trowel/client'
import type { Geometry } from '@trowel/contract/model/geometry.js'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../../components/changes/show-changed.js'
import { Icon } from '../../../components/icon.js'
import { boxOf } from '../../../components/map/bounds.js'
import {
  coordinatesText,
  readCoordinates,
  type Shape,
  shapeOf,
  shapes,
  withHolesOf,
} from '../../../components/map/coordinates-text.js'
import { showBox } from '../../../components/map/map-canvas.js'
import { showProblem } from '../../../components/notices.js'
import { RecordChoice } from '../../../components/record-choice.js'
import { useRecordNames } from '../../../components/record-names.js'
import { TypedGuard } from '../../../components/typed-guard.js'
import { type Table, useChanged } from '../../../core/application.js'
import { client } from '../../../core/session.js'
import type { Place } from '../layers/use-features.js'
import { MeasuredText } from '../measure/measured-text.js'
import type { Snap } from './sketch.js'
import { useSketch } from './use-sketch.js'

/** What is being drawn: a feature for a record, or another shape for one that is there. */
export type Task =
  | { readonly kind: 'new'; readonly record: number | undefined }
  | { readonly kind: 'change'; readonly place: Place }

/** Drawing, beside the map. */
export function DrawPanel({
  map,
  table,
  task,
  snap,
  onEnd,
}: {
  map: MapLibre
  table: Table
  task: Task
  snap: Snap
  /** @param record whose feature was saved */
  onEnd: (record?: number) => void
}) {
  const { t } = useTranslation()
  const [record, setRecord] = useState(task.kind === 'new' ? task.record : task.place.recordId)
  const [shape, setShape] = useState<Shape>(task.kind === 'new' ? 'point' : shapeOf(task.place.geometry))
  const { sketch, geometry, underWay, canUndo } = useSketch(map, { snap }, (begun) => {
    if (task.kind === 'new') {
      begun.draw(shape)
      return
    }
    begun.load(task.place.geometry)
    showBox(map, task.place.box)
  })
  /** Coordinates that were typed are no step that can be undone. */
  const [isTyped, setTyped] = useState(false)
  const typing = useTypedCoordinates(geometry, shape)
  const save = useSave(table.name, task, onEnd)
  const isNew = task.kind === 'new'
  const saveNow = () => {
    // What stands there as numbers is meant, also where it is not on the map yet.
    const meant = typing.isChanged ? typing.read() : geometry
    if (meant && record !== undefined) save.mutate({ record, geometry: meant })
  }
  return (
    <Stack gap="md" p="md" style={{ overflow: 'auto' }}>
      <TypedGuard isTyped={(canUndo || isTyped || typing.isChanged) && !save.isPending} />
      <Title order={2} size="h3">
        {isNew ? t('map.addTitle') : t('map.changeTitle', { name: task.place.name })}
      </Title>
      {isNew && (
        <>
          <OwnerChoice table={table.name} label={table.label} record={record} onChoose={setRecord} />
          <SegmentedControl
            fullWidth
            // Its words are read, however long the list of coordinates grows.
            style={{ flexShrink: 0 }}
            aria-label={t('map.shape')}
            data={shapes.map((one) => ({ value: one, label: t(`map.shapes.${one}`) }))}
            value={shape}
            onChange={(value) => {
              const wanted = shapes.find((one) => one === value) ?? 'point'
              setShape(wanted)
              sketch?.draw(wanted)
            }}
          />
        </>
      )}
      <Text size="sm" c="dimmed">
        {isNew ? t(`map.howTo.${shape}`) : t('map.howToChange')}
      </Text>
      <MeasuredText geometry={underWay} />
      <TypedCoordinates
        shape={shape}
        typing={typing}
        onTyped={
          sketch &&
          ((typed) => {
            sketch.load(typed)
            setTyped(true)
            showBox(map, boxOf(typed))
          })
        }
      />
      <Group gap="xs">
        <Button
          loading={save.isPending}
          disabled={(!geometry && !typing.isChanged) || record === undefined}
          onClick={saveNow}
        >
          {t('form.save')}
        </Button>
        <Button variant="default" onClick={() => onEnd()}>
          {t('form.cancel')}
        </Button>
        <Button
          variant="subtle"
          disabled={!canUndo}
          leftSection={<Icon name="undo" size={15} />}
          onClick={() => sketch?.undo()}
        >
          {t('map.undoStep')}
        </Button>
      </Group>
      {isNew && record === undefined && geometry && (
        <Text size="sm" role="status">
          {t('map.chooseRecord')}
        </Text>
      )}
    </Stack>
  )
}

function useSave(table: string, task: Task, onEnd: (record?: number) => void) {
  const { t } = useTranslation()
  const changed = useChanged()
  return useMutation({
    mutationFn: ({ record, geometry }: { record: number; geometry: Geometry }) =>
      withChangeSet<unknown>((options) =>
        task.kind === 'new'
          ? client.geoface.create({ tb: table, id: record, geometry }, options)
          : client.geoface.update([{ id: task.place.geoId, geometry }], options),
      ),
    onSuccess: async ({ changeSet }, { record }) => {
      await changed({ of: 'feature', table, id: record })
      showChanged(t('form.saved'), changeSet)
      onEnd(record)
    },
    onError: showProblem,
  })
}

/** The record that a feature belongs to. */
function OwnerChoice({
  table,
  label,
  record,
  onChoose,
}: {
  table: string
  label: string
  record: number | undefined
  onChoose: (record: number | undefined) => void
}) {
  const { t } = useTranslation()
  const names = useRecordNames(table, record === undefined ? [] : [record])
  return (
    <RecordChoice
      table={table}
      label={label}
      placeholder={t('map.recordHint')}
      required
      value={
        record === undefined
          ? null
          : { id: record, label: names?.get(record) ?? t('grid.nameless', { id: record }) }
      }
      onChoose={(chosen) => onChoose(chosen?.id)}
    />
  )
}

/** The drawing as numbers, while they are typed; what is drawn takes their place. */
function useTypedCoordinates(geometry: Geometry | undefined, shape: Shape) {
  const drawn = geometry ? coordinatesText(geometry) : ''
  const [text, setText] = useState(drawn)
  const [isWrong, setWrong] = useState(false)
  useEffect(() => {
    setText(drawn)
    setWrong(false)
  }, [drawn])
  return {
    text,
    setText,
    isWrong,
    isChanged: text !== drawn,
    /** What the numbers mean; where they mean nothing, that is said. */
    read: (): Geometry | undefined => {
      const read = readCoordinates(text, shape)
      setWrong(!read)
      return read && withHolesOf(geometry, read)
    },
  }
}

/** For those who have measured it, and for those who draw without a mouse. */
function TypedCoordinates({
  shape,
  typing: { text, setText, isWrong, isChanged, read },
  onTyped,
}: {
  shape: Shape
  typing: ReturnType<typeof useTypedCoordinates>
  /** Nothing while the tools are on their way. */
  onTyped: ((geometry: Geometry) => void) | undefined
}) {
  const { t } = useTranslation()
  const apply = () => {
    const typed = read()
    if (typed) onTyped?.(typed)
  }
  return (
    <>
      <Textarea
        label={t('map.coordinates')}
        description={t('map.coordinatesHint')}
        error={isWrong && t(`map.tooFew.${shape}`)}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {isChanged && (
        <Button size="xs" variant="default" disabled={!onTyped} onClick={apply}>
          {t('map.putOnMap')}
        </Button>
      )}
    </>
  )
}
