import { useTranslation } from 'react-i18next'
import type { Colouring, LegendEntry } from '../layers/colouring.js'
import type { Property } from '../layers/use-features.js'
import { useValueText } from '../layers/use-value-text.js'
import classes from './side-panel.module.css'

/** What an entry of a legend says. */
export function useLegendWords(): (by: Property, entry: LegendEntry) => string {
  const { t } = useTranslation()
  const textOf = useValueText()
  return (by, entry) => {
    switch (entry.kind) {
      case 'others':
        return t('map.others')
      case 'empty':
        return t('map.noValue')
      case 'value':
        return textOf(by, entry.value)
      case 'range': {
        const [from, to] = [textOf(by, entry.from), textOf(by, entry.to)]
        return from === to ? from : `${from} – ${entry.isLast ? '' : '< '}${to}`
      }
    }
  }
}

/** What the colours of a layer mean. */
export function Legend({
  by,
  colouring,
  readOf,
  onColour,
}: {
  by: Property
  colouring: Colouring
  /** How many features were asked for their values, when these are not all. */
  readOf: number | undefined
  /** Another colour for a value; missing where colours are only read. */
  onColour?: (value: string, colour: string) => void
}) {
  const { t, i18n } = useTranslation()
  const wordsOf = useLegendWords()
  const isGraded = colouring.legend.some(({ kind }) => kind === 'range')
  return (
    <div>
      <ul
        className={`${classes['legend']} ${isGraded ? classes['ranges'] : ''}`}
        aria-label={t('map.legend', { field: by.label })}
      >
        {colouring.legend.map((entry) => {
          const words = wordsOf(by, entry)
          const value = entry.kind === 'value' ? String(entry.value) : undefined
          return (
            <li key={`${entry.kind} ${words}`}>
              {onColour && value !== undefined ? (
                <input
                  type="color"
                  className={classes['colour']}
                  aria-label={t('map.colourOf', { name: words })}
                  value={entry.colour}
                  onChange={(event) => onColour(value, event.currentTarget.value)}
                />
              ) : (
                <span className={classes['swatch']} style={{ background: entry.colour }} />
              )}
              <span>{words}</span>
              {readOf === undefined && <span className={classes['count']}>{entry.count}</span>}
            </li>
          )
        })}
      </ul>
      {readOf !== undefined && (
        <p className={classes['note']}>
          {t('map.legendOfPart', { number: readOf.toLocaleString(i18n.language) })}
        </p>
      )}
    </div>
  )
}
