import { ActionIcon, Button } from '@mantine/core'
import type { Map as MapLibre } from 'maplibre-gl'
import type { RefObject } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import classes from './map.module.css'

/** Nearer, farther, everything, the whole screen. */
export function MapTools({
  map,
  whole,
  onShowAll,
}: {
  map: MapLibre
  /** What fills the screen. */
  whole: RefObject<HTMLElement | null>
  onShowAll: () => void
}) {
  const { t } = useTranslation()
  const turnScreen = () => {
    if (document.fullscreenElement) void document.exitFullscreen()
    else void whole.current?.requestFullscreen()
  }
  return (
    <div className={classes['tools']}>
      <ActionIcon.Group>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('map.nearer')}
          title={t('map.nearer')}
          onClick={() => map.zoomIn()}
        >
          <Icon name="plus" size={16} />
        </ActionIcon>
        <ActionIcon
          variant="default"
          size={30}
          aria-label={t('map.farther')}
          title={t('map.farther')}
          onClick={() => map.zoomOut()}
        >
          <Icon name="minus" size={16} />
        </ActionIcon>
      </ActionIcon.Group>
      <Button size="xs" variant="default" leftSection={<Icon name="fit" size={15} />} onClick={onShowAll}>
        {t('map.showAll')}
      </Button>
      {document.fullscreenEnabled && (
        <Button
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
