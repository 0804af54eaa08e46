import { Button, Textarea } from '@mantine/core'
import type { Geometry } from '@trowel/contract/model/geometry.js'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { coordinatesText, readCoordinates, type Shape } from '../../../components/map/coordinates-text.js'

/** The drawing as numbers: for those who have measured it, and for those who draw without a mouse. */
export function TypedCoordinates({
  shape,
  geometry,
  onTyped,
}: {
  shape: Shape
  geometry: Geometry | undefined
  /** Nothing while the tools are on their way. */
  onTyped: ((geometry: Geometry) => void) | undefined
}) {
  const { t } = useTranslation()
  const drawn = geometry ? coordinatesText(geometry) : ''
  const [text, setText] = useState(drawn)
  const [isWrong, setWrong] = useState(false)
  useEffect(() => {
    setText(drawn)
    setWrong(false)
  }, [drawn])
  const apply = () => {
    const read = readCoordinates(text, shape)
    setWrong(!read)
    if (read) onTyped?.(read)
  }
  return (
    <>
      <Textarea
        label={t('map.coordinates')}
        description={t('map.coordinatesHint')}
        error={isWrong && t(`map.tooFew.${shape}`)}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text !== drawn && (
        <Button size="xs" variant="default" disabled={!onTyped} onClick={apply}>
          {t('map.putOnMap')}
        </Button>
      )}
    </>
  )
}
