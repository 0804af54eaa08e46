import { Button, Group, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Geometry } from '@trowel/contract/model/geometry.js'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from '../../../components/copy-button.js'
import { Icon } from '../../../components/icon.js'
import { boxAround, boxOf } from '../../../components/map/bounds.js'
import { coordinatesText, partsOf, shapeOf } from '../../../components/map/coordinates-text.js'
import { drawFeatures, paintFeatures } from '../../../components/map/feature-layers.js'
import { geometryIn } from '../../../components/map/geometry-in.js'
import { MapCanvas, showBox, useMapColours } from '../../../components/map/map-canvas.js'
import { Section } from '../../../components/section.js'
import { useApplication } from '../../../core/application.js'
import type { WholeRecord } from '../../../queries/records.js'
import { titleOf } from '../record-title.js'
import classes from './map-section.module.css'

/** Where a record is: on a small map, and as numbers to copy. */
export function MapSection({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { app, frozen } = useApplication()
  const { metadata, schema, geodata } = record
  // Kept while the record is the same: a map with a new list loads it again, and is empty until then.
  const features = useMemo(
    () =>
      Object.values(geodata).flatMap(({ id, geojson }): RecordFeature[] => {
        const geometry = geometryIn(geojson)
        return geometry ? [{ geoId: id.val, geometry }] : []
      }),
    [geodata],
  )
  const mayEdit = metadata.can_edit && schema.has_geodata && !frozen && metadata.rec_id !== null
  if (features.length === 0 && !mayEdit) return null
  const place = { table: metadata.tb_id, record: metadata.rec_id ?? undefined }
  return (
    <Section
      name="map"
      title={t('navigation.map')}
      count={features.length}
      actions={
        <Group gap={4} wrap="nowrap" style={{ flexShrink: 0 }}>
          {features.length > 0 && (
            <Button
              size="compact-sm"
              variant="subtle"
              renderRoot={(props) => <Link {...props} to="/app/$app/map" params={{ app }} search={place} />}
            >
              {t('map.onMap')}
            </Button>
          )}
          {mayEdit && (
            <Button
              size="compact-sm"
              variant="subtle"
              leftSection={<Icon name="plus" size={14} />}
              renderRoot={(props) => (
                <Link {...props} to="/app/$app/map" params={{ app }} search={{ ...place, draw: 'new' }} />
              )}
            >
              {t('map.addHere')}
            </Button>
          )}
        </Group>
      }
    >
      {features.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('map.notYet')}
        </Text>
      ) : (
        <>
          <div className={classes['map']}>
            <MapPicture features={features} label={t('map.ofRecord', { name: titleOf(record) })} />
          </div>
          <ul className={classes['features']}>
            {features.map((feature) => (
              <Coordinates key={feature.geoId} feature={feature} />
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}

function Coordinates({ feature: { geometry } }: { feature: RecordFeature }) {
  const { t } = useTranslation()
  const text = coordinatesText(geometry)
  const parts = partsOf(geometry).length
  return (
    <li>
      <div className={classes['kind']}>
        <span>
          {t(`map.shapes.${shapeOf(geometry)}`)}
          {parts > 1 && ` · ${t('map.parts', { count: parts })}`}
        </span>
        <CopyButton size="compact-xs" variant="subtle" text={text} label={t('map.copy')} />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long outline is scrolled by keyboard, too */}
      <section className={`${classes['coordinates']} numbers`} tabIndex={0} aria-label={t('map.coordinates')}>
        {text}
      </section>
    </li>
  )
}

/** A shape of the record, as its map section shows it. */
interface RecordFeature {
  readonly geoId: number
  readonly geometry: Geometry
}

/** The features of a record on a small map that is moved and enlarged like the large one. */
function MapPicture({ features, label }: { features: readonly RecordFeature[]; label: string }) {
  const [map, setMap] = useState<MapLibre>()
  const colours = useMapColours()
  const source = useMemo(
    () => ({
      features: features.map(({ geoId, geometry }) => ({
        type: 'Feature' as const,
        geometry,
        properties: { geo_id: geoId },
      })),
    }),
    [features],
  )
  const dress = useMemo(
    () => ({
      colour: colours.plain,
      colours,
      opacity: 1,
      label: undefined,
      clusters: [colours.plain],
    }),
    [colours],
  )
  const first = useRef(dress)
  useEffect(() => {
    if (!map) return
    drawFeatures(map, 'record', source, first.current)
    // The wheel belongs to the page.
    map.scrollZoom.disable()
  }, [map, source])
  useEffect(() => {
    if (map) paintFeatures(map, 'record', source, dress)
  }, [map, source, dress])
  useEffect(() => {
    const around = boxAround(source.features.map(({ geometry }) => boxOf(geometry)))
    if (map && around) showBox(map, around, false)
  }, [map, source])
  return <MapCanvas label={label} onMap={setMap} />
}
