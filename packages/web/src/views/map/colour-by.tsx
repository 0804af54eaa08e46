import { Select, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Colouring, LegendEntry } from './colouring.js'
import type { MapField } from './map-fields.js'
import classes from './side-panel.module.css'
import { oneColour } from './use-colouring.js'
import type { Property } from './use-features.js'
import { useValueText } from './use-value-text.js'

/** Which field gives the colours, and what they mean. */
export function ColourBy({
  fields,
  wanted,
  by,
  colouring,
  readOf,
  onChoose,
}: {
  fields: readonly MapField[]
  wanted: string | undefined
  by: Property | undefined
  colouring: Colouring | undefined
  /** How many features were asked for their values, when these are not all. */
  readOf: number | undefined
  onChoose: (name: string) => void
}) {
  const { t } = useTranslation()
  const isOffered = wanted === oneColour || fields.some(({ name }) => name === wanted)
  return (
    <>
      <Select
        label={t('map.colourBy')}
        allowDeselect={false}
        searchable={fields.length > 10}
        nothingFoundMessage={t('map.noSuchField')}
        data={[
          { value: oneColour, label: t('map.oneColour') },
          ...fields.map(({ name, label }) => ({ value: name, label })),
        ]}
        value={(isOffered ? wanted : by?.name) ?? oneColour}
        onChange={(name) => name && onChoose(name)}
      />
      {by && colouring && <Legend by={by} colouring={colouring} readOf={readOf} />}
    </>
  )
}

function Legend({
  by,
  colouring,
  readOf,
}: {
  by: Property
  colouring: Colouring
  readOf: number | undefined
}) {
  const { t, i18n } = useTranslation()
  const textOf = useValueText()
  const wordsOf = (entry: LegendEntry) => {
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
  const isGraded = colouring.legend.some(({ kind }) => kind === 'range')
  return (
    <div className="whole">
      <ul
        className={`${classes['legend']} ${isGraded ? classes['ranges'] : ''}`}
        aria-label={t('map.legend', { field: by.label })}
      >
        {colouring.legend.map((entry) => {
          const words = wordsOf(entry)
          return (
            <li key={`${entry.kind} ${words}`}>
              <span className={classes['swatch']} style={{ background: entry.colour }} />
              {words}
              {readOf === undefined && <span className={classes['count']}>{entry.count}</span>}
            </li>
          )
        })}
      </ul>
      {readOf !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('map.legendOfPart', { number: readOf.toLocaleString(i18n.language) })}
        </Text>
      )}
    </div>
  )
}
