import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Colouring, LegendEntry } from './colouring.js'
import classes from './side-panel.module.css'
import { oneColour } from './use-colouring.js'
import type { Property } from './use-features.js'

/** Which field gives the colours, and what they mean. */
export function ColourBy({
  properties,
  by,
  colouring,
  onChoose,
}: {
  properties: readonly Property[]
  by: Property | undefined
  colouring: Colouring | undefined
  onChoose: (name: string) => void
}) {
  const { t } = useTranslation()
  const wordsOf = ({ kind, text }: LegendEntry) =>
    kind === 'others' ? t('map.others') : kind === 'empty' ? t('map.noValue') : text
  return (
    <>
      <Select
        size="xs"
        label={t('map.colourBy')}
        allowDeselect={false}
        data={[
          { value: oneColour, label: t('map.oneColour') },
          ...properties.map(({ name, key }) => ({ value: name, label: key })),
        ]}
        value={by?.name ?? oneColour}
        onChange={(name) => name && onChoose(name)}
      />
      {by && colouring && (
        <ul className={`${classes['legend']} whole`} aria-label={t('map.legend', { field: by.key })}>
          {colouring.legend.map((entry) => (
            <li key={`${entry.kind}${entry.text}`}>
              <span className={classes['swatch']} style={{ background: entry.colour }} />
              {wordsOf(entry)}
              <span className={classes['count']}>{entry.count}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}
