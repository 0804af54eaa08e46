import { Button, Menu } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { useAttributions } from '../../../components/map/attributions.js'
import { scaleAt, zoomOf } from '../../../components/map/scale.js'
import type { Pointer } from '../use-touch.js'
import classes from './map-status.module.css'
import { type Projection, placeText, wgs84 } from './place-text.js'
import { useScaleText, usualScales } from './scales.js'

/** Below the map: its scale, and where the pointer is. */
export function MapStatus({
  map,
  projection,
  pointer,
}: {
  map: MapLibre
  /** The reference system of the project, where one was chosen. */
  projection: Projection | undefined
  pointer: Pointer | undefined
}) {
  const { t } = useTranslation()
  const [isInDegrees, setInDegrees] = useLocalStorage({
    key: 'trowel.map.degrees',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const attributions = useAttributions(map)
  const system = isInDegrees || !projection ? wgs84 : projection
  return (
    <div className={`${classes['status']} numbers`}>
      <ScaleMenu map={map} />
      {projection && (
        <Menu position="top-start" width="max-content">
          <Menu.Target>
            <Button
              className={classes['system'] ?? ''}
              size="compact-xs"
              variant="subtle"
              color="gray"
              aria-label={t('map.coordinatesIn', { system: system.name })}
              rightSection={<Icon name="up" size={11} />}
            >
              {system.name}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('map.referenceSystem')}</Menu.Label>
            {[projection, wgs84].map((one) => (
              <Menu.Item
                key={one.name}
                leftSection={<Icon name={one === system ? 'check' : 'pin'} size={15} />}
                onClick={() => setInDegrees(one === wgs84)}
              >
                {one.name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {pointer && (
        <span className={classes['place']} aria-hidden="true">
          {placeText(system, pointer.lng, pointer.lat)}
        </span>
      )}
      {attributions.length > 0 && <span className={classes['sources']}>{attributions.join(' · ')}</span>}
    </div>
  )
}

/** `1:500`, and others to choose. */
function ScaleMenu({ map }: { map: MapLibre }) {
  const { t } = useTranslation()
  const scale = useScale(map)
  const words = useScaleText()
  const choose = (one: number) =>
    map.easeTo({ zoom: zoomOf(one, map.getCenter().lat), center: map.getCenter() })
  return (
    <Menu position="top-start" width={120}>
      <Menu.Target>
        <Button
          size="compact-xs"
          variant="subtle"
          color="gray"
          aria-label={t('map.scaleIs', { scale: words(scale) })}
          rightSection={<Icon name="up" size={11} />}
        >
          {words(scale)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('map.scale')}</Menu.Label>
        {usualScales.map((one) => (
          <Menu.Item key={one} onClick={() => choose(one)}>
            {words(one)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** The scale in the middle of the map, to three digits. */
function useScale(map: MapLibre): number {
  const [scale, setScale] = useState(() => scaleOf(map))
  useEffect(() => {
    const notify = () => setScale(scaleOf(map))
    map.on('move', notify)
    return () => void map.off('move', notify)
  }, [map])
  return scale
}

const scaleOf = (map: MapLibre): number => Number(scaleAt(map.getZoom(), map.getCenter().lat).toPrecision(3))
