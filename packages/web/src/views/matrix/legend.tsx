import { useTranslation } from 'react-i18next'
import type { Kind } from './colour-by.js'
import classes from './matrix.module.css'
import type { Palette } from './palette.js'

/** What the colours mean; one that is pressed stands out alone. */
export function Legend({
  title,
  kinds,
  only,
  onOnly,
  palette,
  hasChosen,
  hasLoops,
}: {
  /** The field that is told by colours. */
  title: string | undefined
  kinds: readonly Kind[]
  only: string | undefined
  onOnly: (value: string | undefined) => void
  palette: Palette
  hasChosen: boolean
  hasLoops: boolean
}) {
  const { t } = useTranslation()
  const strokes = [
    ...(hasChosen
      ? ([
          ['later', palette.later],
          ['earlier', palette.earlier],
        ] as const)
      : []),
    ...(hasLoops ? ([['loop', palette.loop]] as const) : []),
  ]
  if (kinds.length + strokes.length === 0) return null
  return (
    <section className={classes['legend']} aria-label={t('matrix.legend')}>
      {title && kinds.length > 0 && <h2>{title}</h2>}
      {kinds.map((kind, place) => (
        <button
          key={kind.value}
          type="button"
          className={classes['kind']}
          aria-pressed={only === kind.value}
          onClick={() => onOnly(only === kind.value ? undefined : kind.value)}
        >
          <span className={classes['swatch']} style={{ background: palette.value(place, kinds.length) }} />
          {kind.label}
        </button>
      ))}
      {strokes.map(([name, colour]) => (
        <span key={name} className={classes['kind']} style={{ cursor: 'default' }}>
          <span className={classes['stroke']} style={{ borderTopColor: colour }} />
          {t(`matrix.${name}`)}
        </span>
      ))}
    </section>
  )
}
