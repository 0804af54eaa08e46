import { Button, Menu } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { scaleAt, zoomOf } from '../../../components/map/scale.js'
import type { Pointer } from '../use-touch.js'
import classes from './map-status.module.css'
import { degreesText, type Projection, placeText } from './place-text.js'

/** From a single find to a landscape. */
export const usualScales = [10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000, 25_000, 100_000] as const

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
  const system = isInDegrees ? undefined : projection
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
              aria-label={t('map.coordinatesIn', { system: system?.name ?? 'WGS 84' })}
              rightSection={<Icon name="up" size={11} />}
            >
              {system?.name ?? 'WGS 84'}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{t('map.referenceSystem')}</Menu.Label>
            {[projection.name, 'WGS 84'].map((name, place) => (
              <Menu.Item
                key={name}
                leftSection={<Icon name={isInDegrees === place > 0 ? 'check' : 'pin'} size={15} />}
                onClick={() => setInDegrees(place > 0)}
              >
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {pointer && (
        <span className={classes['place']} aria-hidden="true">
          {system ? placeText(system, pointer.lng, pointer.lat) : degreesText(pointer.lng, pointer.lat)}
        </span>
      )}
    </div>
  )
}

/** `1:500`, and others to choose. */
function ScaleMenu({ map }: { map: MapLibre }) {
  const { t, i18n } = useTranslation()
  const scale = useScale(map)
  const words = (one: number) => `1:${one.toLocaleString(i18n.language, { useGrouping: 'min2' })}`
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
