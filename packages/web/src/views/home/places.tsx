import { Anchor, Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Suspense, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { colourOf, Icon } from '../../components/icon.js'
import { Waiting } from '../../components/states.js'
import { type Table, useApplication } from '../../core/application.js'
import { lazyPart } from '../../core/lazy-part.js'
import { mapQueries } from '../../queries/map.js'
import classes from './home.module.css'
import { drawPlaces, type PlacesPicture } from './places-picture.js'

const PlacesMap = lazyPart(() => import('./places-map.js'))

/** Of the drawing; it is as wide as its column. */
const height = 280
/** So many names can be read beside each other. */
const maxNames = 12

/** Where the sites are: a drawing at first, a map as soon as it is touched. */
export default function Places({ table }: { table: Table }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [isTouched, setTouched] = useState(false)
  const { ref, width } = useElementSize()
  const { data: places } = useQuery(mapQueries.places(app, table.name, table.id_field))
  const picture = useMemo(
    () => (width === 0 ? undefined : drawPlaces(places ?? [], width, height)),
    [places, width],
  )
  const label = t('front.places', { table: table.label })
  if (places?.length === 0) return null
  return (
    <section aria-labelledby="home-places">
      <div className={classes['head']}>
        <Title order={2} id="home-places">
          {table.label}
        </Title>
        <Anchor component={Link} to={`/app/${app}/map`} size="sm">
          {t('front.wholeMap')}
        </Anchor>
      </div>
      <div className={classes['map']} ref={ref}>
        {isTouched ? (
          <Suspense fallback={<Waiting lines={4} />}>
            <PlacesMap places={places ?? []} label={label} />
          </Suspense>
        ) : (
          picture && (
            <button type="button" className={classes['drawing']} onClick={() => setTouched(true)}>
              <Drawing picture={picture} width={width} table={table} label={label} />
              <span className={classes['touch']}>
                <Icon name="map" size={14} /> {t('front.moveMap')}
              </span>
            </button>
          )
        )}
      </div>
    </section>
  )
}

function Drawing({
  picture: { places, scale },
  width,
  table,
  label,
}: {
  picture: PlacesPicture
  width: number
  table: Table
  label: string
}) {
  const { i18n } = useTranslation()
  const isFew = places.length <= maxNames
  const length =
    scale.metres >= 1000
      ? `${(scale.metres / 1000).toLocaleString(i18n.language)} km`
      : `${scale.metres.toLocaleString(i18n.language)} m`
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      role="img"
      aria-label={label}
      style={{ color: table.color ? colourOf(table.color) : 'var(--mantine-primary-color-filled)' }}
    >
      {places.map(({ id, path, isArea, points, at }, place) => (
        <g key={`${id} ${place}`}>
          {path !== '' && <path d={path} className={classes[isArea ? 'area' : 'way']} />}
          {points.map(([x, y]) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r={isFew ? 5 : 3} className={classes['point']} />
          ))}
          {path !== '' && <circle cx={at[0]} cy={at[1]} r={3} className={classes['point']} />}
        </g>
      ))}
      {isFew &&
        places.map(({ id, label: name, at: [x, y] }, place) => (
          <text key={`${id} ${place}`} x={x} y={y - 9} textAnchor="middle" className={classes['placeName']}>
            {name}
          </text>
        ))}
      <g className={classes['scale']}>
        <path d={`M14 ${height - 20}v6h${scale.length}v-6`} />
        <text x={14 + scale.length / 2} y={height - 22} textAnchor="middle">
          {length}
        </text>
      </g>
    </svg>
  )
}
