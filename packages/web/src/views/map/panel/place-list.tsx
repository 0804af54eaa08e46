import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { Place, Property } from '../layers/use-features.js'
import { useValueText } from '../layers/use-value-text.js'
import classes from './side-panel.module.css'

const rowHeight = 44

/** Every feature in view, to be reached without a mouse: arrows go up and down, Enter flies there. */
export function PlaceList({
  places,
  total,
  isPart,
  properties,
  chosen,
  colourOf,
  onChoose,
}: {
  places: readonly Place[]
  total: number
  isPart: boolean
  properties: readonly Property[]
  chosen: Place | undefined
  colourOf: (place: Place) => string | undefined
  onChoose: (place: Place) => void
}) {
  const { t, i18n } = useTranslation()
  const textOf = useValueText()
  const wordsOf = ({ values }: Place) =>
    properties
      .slice(1)
      .map((property) => textOf(property, values[property.key] ?? null))
      .filter((text) => text !== '')
      .join(' · ')
  const scroll = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: places.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => rowHeight,
    overscan: 8,
  })
  const move = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    const at = Number(document.activeElement?.getAttribute('data-place') ?? -1)
    if (step === 0 || at < 0) return
    event.preventDefault()
    const next = Math.min(Math.max(at + step, 0), places.length - 1)
    rows.scrollToIndex(next)
    requestAnimationFrame(() => scroll.current?.querySelector<HTMLElement>(`[data-place="${next}"]`)?.focus())
  }
  const number = places.length.toLocaleString(i18n.language)
  return (
    <>
      <h2 className={classes['title']}>
        {isPart
          ? t('map.inViewSome', { number })
          : t('map.inView', { number, total: total.toLocaleString(i18n.language) })}
      </h2>
      {isPart && <p className={classes['note']}>{t('map.drawnOfPart')}</p>}
      <div ref={scroll} className={classes['scroll']}>
        <ul className={classes['list']} style={{ height: rows.getTotalSize() }} onKeyDown={move}>
          {rows.getVirtualItems().map(({ index, start }) => {
            const place = places[index]
            if (!place) return null
            return (
              <li
                key={place.geoId}
                style={{ height: rowHeight, transform: `translateY(${start}px)` }}
                aria-setsize={places.length}
                aria-posinset={index + 1}
              >
                <button
                  type="button"
                  data-place={index}
                  className={classes['place']}
                  aria-current={place.geoId === chosen?.geoId}
                  onClick={() => onChoose(place)}
                >
                  <span
                    className={classes['swatch']}
                    style={{ background: colourOf(place) ?? 'var(--mantine-primary-color-filled)' }}
                  />
                  <span className={classes['words']}>
                    <span>{place.name}</span>
                    <span>{wordsOf(place)}</span>
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
      </div>
    </>
  )
}
