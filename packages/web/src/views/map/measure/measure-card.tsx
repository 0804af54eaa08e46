import { Button, CloseButton, SegmentedControl } from '@mantine/core'
import type { Geometry } from '@trowel/contract/model/geometry.js'
import type { Map as MapLibre } from 'maplibre-gl'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { partsOf } from '../../../components/map/coordinates-text.js'
import type { Snap } from '../drawing/sketch.js'
import { useSketch } from '../drawing/use-sketch.js'
import { step } from './geodesic.js'
import classes from './measure.module.css'
import { lengthText } from './measure-words.js'
import { MeasuredText } from './measured-text.js'

const kinds = ['line', 'area'] as const
type Kind = (typeof kinds)[number]

/** Measures on the map: a way from point to point, or an area. Nothing of it is stored. */
export function MeasureCard({ map, snap, onClose }: { map: MapLibre; snap: Snap; onClose: () => void }) {
  const { t } = useTranslation()
  const [kind, setKind] = useState<Kind>('line')
  const { sketch, underWay, canUndo } = useSketch(map, { snap, isSingle: true }, (begun) => begun.draw(kind))
  return (
    <section className={classes['card']} aria-label={t('map.measure')}>
      <div className={classes['head']}>
        <h2>{t('map.measure')}</h2>
        <CloseButton aria-label={t('map.endMeasuring')} onClick={onClose} />
      </div>
      <SegmentedControl
        fullWidth
        aria-label={t('map.measure')}
        data={kinds.map((one) => ({ value: one, label: t(`map.measures.${one}`) }))}
        value={kind}
        onChange={(value) => {
          const wanted = kinds.find((one) => one === value) ?? 'line'
          setKind(wanted)
          sketch?.draw(wanted)
        }}
      />
      {underWay ? (
        <>
          <MeasuredText geometry={underWay} />
          <LastStep geometry={underWay} />
        </>
      ) : (
        <p className={classes['hint']}>{t(`map.howToMeasure.${kind}`)}</p>
      )}
      <div className={classes['actions']}>
        <Button
          size="xs"
          variant="default"
          disabled={!canUndo}
          leftSection={<Icon name="undo" size={14} />}
          onClick={() => sketch?.undo()}
        >
          {t('map.undoStep')}
        </Button>
        <Button size="xs" variant="default" disabled={!underWay} onClick={() => sketch?.draw(kind)}>
          {t('map.measureAgain')}
        </Button>
      </div>
    </section>
  )
}

/** Of a way with several steps, the last one by itself. */
function LastStep({ geometry }: { geometry: Geometry }) {
  const { t, i18n } = useTranslation()
  const [line = []] = partsOf(geometry)
  // A point that was put down is there twice: the second one goes with the pointer.
  const passed = line.filter((position, place) => String(position) !== String(line[place - 1]))
  const [from, to] = passed.slice(-2)
  if (geometry.type !== 'LineString' || !from || !to) return <p className={classes['hint']} />
  const { length, azimuth } = step(from, to)
  return (
    <p className={`${classes['hint']} numbers`}>
      {t('map.lastStep', {
        length: lengthText(length, i18n.language),
        azimuth: azimuth.toLocaleString(i18n.language, {
          maximumFractionDigits: 1,
          minimumFractionDigits: 1,
        }),
      })}
    </p>
  )
}
