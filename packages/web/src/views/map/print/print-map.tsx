import { Button, SegmentedControl, Select, Text, TextInput } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import type { Map as MapLibre } from 'maplibre-gl'
import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/dialog.js'
import { Icon } from '../../../components/icon.js'
import { useAttributions } from '../../../components/map/attributions.js'
import { MapCanvas, MapColoursOf } from '../../../components/map/map-canvas.js'
import { onPaper } from '../../../components/map/map-colours.js'
import { scaleAt, zoomOf } from '../../../components/map/scale.js'
import { showProblem } from '../../../components/notices.js'
import { LayersOnMap } from '../layers/layers-on-map.js'
import { isTableLayer } from '../map-document.js'
import { useShownLayers, viewOf } from '../map-state.js'
import type { MapWork } from '../panel/map-work.js'
import type { Projection } from '../status/place-text.js'
import { useScaleText, usualScales } from '../status/scales.js'
import { directions, frameOf, type PageForm, papers, sizeOf } from './paper.js'
import { pictureOf } from './picture-of.js'
import classes from './print-map.module.css'
import { Sheet, type SheetContent } from './sheet.js'
import { useSheetView } from './use-sheet-view.js'

/** The map on a sheet of paper, as it will be printed: at a scale, with a grid and a legend. */
export function PrintMap({
  from,
  work,
  projection,
  title: firstTitle,
  onClose,
}: {
  /** The map that is looked at. */
  from: MapLibre
  work: MapWork
  /** The reference system of the grid. */
  projection: Projection
  title: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const scaleText = useScaleText()
  const [form, setForm] = useState<PageForm>({ paper: 'A4', direction: 'landscape' })
  const [title, setTitle] = useState(firstTitle)
  const [scale, setScale] = useState(() => scaleFor(from, form))
  const [start] = useState(() => ({ ...viewOf(from), zoom: zoomOf(scale, from.getCenter().lat) }))
  const [map, setMap] = useState<MapLibre>()
  const [shown, onShown] = useShownLayers()
  const view = useSheetView(map, scale, projection)
  const attributions = useAttributions(map)
  const [picture, setPicture] = useState<string>()
  const printing = useMutation({ mutationFn: pictureOf, onSuccess: setPicture, onError: showProblem })
  useEffect(() => {
    if (picture === undefined) return
    const end = () => setPicture(undefined)
    window.addEventListener('afterprint', end)
    return () => window.removeEventListener('afterprint', end)
  }, [picture])
  const hold = useCallback((stands: MapLibre | undefined) => {
    // Its scale is that of the sheet.
    for (const zoomed of [
      stands?.scrollZoom,
      stands?.doubleClickZoom,
      stands?.boxZoom,
      stands?.touchZoomRotate,
    ])
      zoomed?.disable()
    setMap(stands)
  }, [])
  const isWaiting = work.document.layers.filter(isTableLayer).some((layer) => {
    const state = shown.get(layer.id)
    return layer.shown && !state?.isSettled && !state?.error
  })
  const content: SheetContent = { title, scale, system: projection.name, work, shown, attributions }
  return (
    <Dialog
      fullScreen
      title={t('map.printMap')}
      classNames={{ content: classes['window'] ?? '', body: classes['body'] ?? '' }}
      onClose={onClose}
    >
      <div className={classes['choices']}>
        <TextInput
          label={t('map.printTitle')}
          maxLength={200}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <Select
          label={t('map.scale')}
          allowDeselect={false}
          data={usualScales.map((one) => ({ value: String(one), label: scaleText(one) }))}
          value={String(scale)}
          onChange={(value) => value && setScale(Number(value))}
        />
        <SegmentedControl
          aria-label={t('map.paper')}
          data={[...papers]}
          value={form.paper}
          onChange={(paper) => setForm({ ...form, paper })}
        />
        <SegmentedControl
          aria-label={t('map.direction')}
          data={directions.map((value) => ({ value, label: t(`map.directions.${value}`) }))}
          value={form.direction}
          onChange={(direction) => setForm({ ...form, direction })}
        />
        <Text size="sm" c="dimmed">
          {t('map.printHint')}
        </Text>
        <Button
          leftSection={<Icon name="print" size={16} />}
          loading={printing.isPending}
          disabled={!map || isWaiting}
          onClick={() => map && printing.mutate(map)}
        >
          {t('map.print')}
        </Button>
      </div>
      <Preview form={form}>
        <MapColoursOf value={onPaper}>
          <Sheet form={form} content={content} view={view}>
            <MapCanvas label={t('map.of', { table: title })} view={start} canTurn onMap={hold} />
            <LayersOnMap {...{ map, work, onShown }} />
          </Sheet>
        </MapColoursOf>
      </Preview>
      {picture !== undefined &&
        createPortal(
          <div className={classes['printed']} data-page={`${form.paper} ${form.direction}`}>
            <Sheet form={form} content={content} view={view}>
              <img src={picture} alt="" onLoad={() => window.print()} />
            </Sheet>
          </div>,
          document.body,
        )}
    </Dialog>
  )
}

/** A sheet as large as there is room for it. */
function Preview({ form, children }: { form: PageForm; children: ReactNode }) {
  const { ref, width: room, height: high } = useElementSize()
  const [width, height] = sizeOf(form)
  const share = Math.min(room / width, high / height, 1)
  return (
    <div className={classes['stage']}>
      <div ref={ref} className={classes['room']}>
        {share > 0 && (
          <div className={classes['paper']} style={{ width: width * share, height: height * share }}>
            <div style={{ transform: `scale(${share})`, transformOrigin: '0 0' }}>{children}</div>
          </div>
        )}
      </div>
    </div>
  )
}

/** The largest of the usual scales at which all of a view is on the sheet. */
function scaleFor(from: MapLibre, form: PageForm): number {
  const { clientWidth, clientHeight } = from.getContainer()
  const [width, height] = frameOf(form)
  const smaller = Math.max(clientWidth / width, clientHeight / height)
  const wanted = scaleAt(from.getZoom(), from.getCenter().lat) * smaller
  return usualScales.find((one) => one >= wanted) ?? usualScales[usualScales.length - 1] ?? wanted
}
