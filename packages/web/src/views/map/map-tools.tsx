import { ActionIcon, Button } from '@mantine/core'
import type { Map as MapLibre } from 'maplibre-gl'
import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { NorthNeedle } from '../../components/map/north-needle.js'
import { useNarrow } from '../../components/use-narrow.js'
import classes from './map.module.css'

/** Nearer, farther, north, everything, measuring, the whole screen. */
export function MapTools({
  map,
  whole,
  isMeasuring,
  onShowAll,
  onMeasure,
}: {
  map: MapLibre
  /** What fills the screen. */
  whole: RefObject<HTMLElement | null>
  isMeasuring: boolean
  onShowAll: () => void
  onMeasure: () => void
}) {
  const { t } = useTranslation()
  const isNarrow = useNarrow()
  const size = isNarrow ? 44 : 30
  const turnScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void whole.current?.requestFullscreen()
  }
  return (
    <div className={classes['tools']}>
      <ActionIcon.Group className={classes['zoom'] ?? ''} orientation={isNarrow ? 'vertical' : 'horizontal'}>
        <ActionIcon
          variant="default"
          size={size}
          aria-label={t('map.nearer')}
          title={t('map.nearer')}
          onClick={() => map.zoomIn()}
        >
          <Icon name="plus" size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={size}
          aria-label={t('map.farther')}
          title={t('map.farther')}
          onClick={() => map.zoomOut()}
        >
          <Icon name="minus" size={16} />
        </ActionIcon>
        <North map={map} size={size} />
      </ActionIcon.Group>
      <Button size="xs" variant="default" leftSection={<Icon name="fit" size={15} />} onClick={onShowAll}>
        {t('map.showAll')}
      </Button>
      <Button
        size="xs"
        variant={isMeasuring ? 'filled' : 'default'}
        aria-pressed={isMeasuring}
        leftSection={<Icon name="ruler" size={15} />}
        onClick={onMeasure}
      >
        {t('map.measure')}
      </Button>
      {document.fullscreenEnabled && (
        <Button
          className={classes['wholeScreen'] ?? ''}
          size="xs"
          variant="default"
          leftSection={<Icon name="wholeScreen" size={15} />}
          onClick={turnScreen}
        >
          {t('map.wholeScreen')}
        </Button>
      )}
    </div>
  )
}

/** Where north is; a click puts it above. */
function North({ map, size }: { map: MapLibre; size: number }) {
  const { t } = useTranslation()
  const [bearing, setBearing] = useState(() => map.getBearing())
  useEffect(() => {
    const notify = () => setBearing(map.getBearing())
    map.on('rotate', notify)
    return () => void map.off('rotate', notify)
  }, [map])
  return (
    <ActionIcon
      variant="default"
      size={size}
      aria-label={t('map.north')}
      title={t('map.north')}
      onClick={() => map.resetNorth()}
    >
      <NorthNeedle bearing={bearing} size={18} />
    </ActionIcon>
  )
}
