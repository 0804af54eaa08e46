import { UnstyledButton } from '@mantine/core'
import type { PicturePoint } from '@trowel/contract/picture-marks.js'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { movedPoint, placeOf, pointOrMiddle } from './cover-point.js'
import classes from './face-form.module.css'

const steps: Readonly<Record<string, PicturePoint>> = {
  ArrowLeft: [8, 0],
  ArrowRight: [-8, 0],
  ArrowUp: [0, 8],
  ArrowDown: [0, -8],
}

/** The cover as a wide page shows it; it is dragged below its frame, or moved by the arrow keys. */
export function CoverPlace({
  picture,
  point,
  onPlace,
}: {
  /** The address of the picture. */
  picture: string
  point: PicturePoint | null
  onPlace: (point: PicturePoint) => void
}) {
  const { t, i18n } = useTranslation()
  const image = useRef<HTMLImageElement>(null)
  const from = useRef<{ readonly x: number; readonly y: number; readonly point: PicturePoint }>(undefined)
  const [announcement, setAnnouncement] = useState('')
  const moved = (begin: PicturePoint, by: PicturePoint): PicturePoint | undefined => {
    const { current } = image
    if (!current) return undefined
    const { naturalWidth, naturalHeight, clientWidth, clientHeight } = current
    return movedPoint(begin, by, [clientWidth, clientHeight], [naturalWidth, naturalHeight])
  }
  const follow = (event: PointerEvent) => {
    const begin = from.current
    const next = begin && moved(begin.point, [event.clientX - begin.x, event.clientY - begin.y])
    if (next) onPlace(next)
  }
  const press = (event: KeyboardEvent) => {
    const step = steps[event.key]
    const next = step && moved(pointOrMiddle(point), step)
    if (!next) return
    event.preventDefault()
    onPlace(next)
    const [across, down] = next.map((part) => part.toLocaleString(i18n.language, { style: 'percent' }))
    setAnnouncement(t('front.coverAt', { across, down }))
  }
  return (
    <>
      <UnstyledButton
        className={classes['coverPlace'] ?? ''}
        aria-label={t('front.placeCover')}
        onKeyDown={press}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          from.current = { x: event.clientX, y: event.clientY, point: pointOrMiddle(point) }
        }}
        onPointerMove={follow}
        onPointerUp={() => {
          from.current = undefined
        }}
        onPointerCancel={() => {
          from.current = undefined
        }}
      >
        <img ref={image} src={picture} alt="" draggable={false} style={{ objectPosition: placeOf(point) }} />
      </UnstyledButton>
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
    </>
  )
}
