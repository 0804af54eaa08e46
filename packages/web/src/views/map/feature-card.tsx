import { ActionIcon, Button, CloseButton } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { withChangeSet } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { showChanged } from '../../components/changes/show-changed.js'
import { Icon } from '../../components/icon.js'
import { showProblem } from '../../components/notices.js'
import { type Table, useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import classes from './feature-card.module.css'
import type { Place, Property } from './use-features.js'
import type { Met } from './use-touch.js'
import { useValueText } from './use-value-text.js'

/**
 * The record of a feature in a few words, and what can be done with it. Where several lie over each other,
 * one leads to the next.
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
  heap: readonly Met[]
  mayEdit: boolean
  onTurn: (met: Met) => void
  onShow: () => void
  onChange: () => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const textOf = useValueText()
  const remove = useRemove(table.name, place, onClose)
  const at = heap.findIndex(({ geoId }) => geoId === place.geoId)
  const turn = (step: number) => {
    const next = heap[(at + step + heap.length) % heap.length]
    if (next) onTurn(next)
  }
  return (
    <section className={classes['card']} aria-label={place.name}>
      {heap.length > 1 && at >= 0 && (
        <div className={classes['turn']}>
          <ActionIcon size="sm" variant="default" aria-label={t('map.heapBefore')} onClick={() => turn(-1)}>
            <Icon name="left" size={14} />
          </ActionIcon>
          <ActionIcon size="sm" variant="default" aria-label={t('map.heapAfter')} onClick={() => turn(1)}>
            <Icon name="right" size={14} />
          </ActionIcon>
          <span className="numbers">{t('map.heap', { place: at + 1, total: heap.length })}</span>
        </div>
      )}
      <div className={classes['head']}>
        <h2>{place.name}</h2>
        <CloseButton size="sm" aria-label={t('map.closeCard')} onClick={onClose} />
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
