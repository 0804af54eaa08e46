import { Button, CloseButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { withChangeSet } from '@trowel/client'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../../components/changes/show-changed.js'
import { showProblem } from '../../../components/notices.js'
import { type Table, useApplication, useChanged } from '../../../core/application.js'
import { client } from '../../../core/session.js'
import type { Place, Property } from '../layers/use-features.js'
import { useValueText } from '../layers/use-value-text.js'
import { measure } from '../measure/geodesic.js'
import { useMeasureWords } from '../measure/measure-words.js'
import type { Met } from '../use-touch.js'
import classes from './feature-card.module.css'

/** A feature that lies in the place of a click, as the list of all of them shows it. */
export interface Hit extends Met {
  readonly name: string
  readonly layerName: string
  readonly colour: string
}

/**
 * The record of a feature in a few words, and what can be done with it. Where several lie over each other,
 * all of them are listed, the topmost first.
 */
export function FeatureCard({
  table,
  place,
  properties,
  heap,
  mayEdit,
  onTurn,
  onShow,
  onChange,
  onClose,
}: {
  table: Table
  place: Place
  properties: readonly Property[]
  heap: readonly Hit[]
  mayEdit: boolean
  onTurn: (hit: Hit) => void
  onShow: () => void
  onChange: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const textOf = useValueText()
  const measureWords = useMeasureWords()
  const measured = useMemo(() => {
    const of = measure(place.geometry)
    return of ? measureWords(of) : []
  }, [place.geometry, measureWords])
  const remove = useRemove(table.name, place, onClose)
  return (
    <section className={classes['card']} aria-label={place.name}>
      {heap.length > 1 && (
        <nav className={classes['heap']} aria-label={t('map.heap')}>
          <h3>{t('map.heapCount', { count: heap.length })}</h3>
          <ul>
            {heap.map((hit) => (
              <li key={`${hit.layer} ${hit.geoId}`}>
                <button type="button" aria-current={hit.geoId === place.geoId} onClick={() => onTurn(hit)}>
                  <span className={classes['swatch']} style={{ background: hit.colour }} />
                  <span className={classes['hit']}>{hit.name}</span>
                  <span className={classes['of']}>{hit.layerName}</span>
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className={classes['head']}>
        <h2>{place.name}</h2>
        <CloseButton aria-label={t('map.closeCard')} onClick={onClose} />
      </div>
      <dl className={classes['fields']}>
        {properties.slice(1).map((property) => {
          const text = textOf(property, place.values[property.key] ?? null)
          if (text === '') return null
          return (
            <div key={property.key} style={{ display: 'contents' }}>
              <dt>{property.label}</dt>
              <dd>{text}</dd>
            </div>
          )
        })}
        {measured.map(([what, value]) => (
          <div key={what} style={{ display: 'contents' }}>
            <dt>{what}</dt>
            <dd className="numbers">{value}</dd>
          </div>
        ))}
      </dl>
      <div className={classes['actions']}>
        <Button
          size="xs"
          renderRoot={(props) => (
            <Link
              {...props}
              to="/app/$app/record/$table/$id"
              params={{ app, table: table.name, id: String(place.recordId) }}
            />
          )}
        >
          {t('map.openRecord')}
        </Button>
        <Button size="xs" variant="default" onClick={onShow}>
          {t('map.flyHere')}
        </Button>
        {mayEdit && (
          <>
            <Button size="xs" variant="default" onClick={onChange}>
              {t('map.changeShape')}
            </Button>
            <Button
              size="xs"
              variant="default"
              c="var(--danger)"
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              {t('map.removeShape')}
            </Button>
          </>
        )}
      </div>
    </section>
  )
}

/** Takes a feature away; it comes back when the person thinks better of it. */
function useRemove(table: string, place: Place, onGone: () => void) {
  const { t } = useTranslation()
  const changed = useChanged()
  return useMutation({
    mutationFn: () => withChangeSet((options) => client.geoface.remove([place.geoId], options)),
    onSuccess: async ({ changeSet }) => {
      onGone()
      showChanged(t('map.removed', { name: place.name }), changeSet)
      await changed({ of: 'feature', table, id: place.recordId })
    },
    onError: showProblem,
  })
}
