import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RecordGlance } from '../../components/record-glance.js'
import { useApplication } from '../../core/application.js'
import { useAsOf } from '../../core/past.js'
import { recordQueries } from '../../queries/records.js'
import classes from './pointed-card.module.css'

/** A mouse on its way elsewhere asks for nothing, in milliseconds. */
const pause = 350
const size = { width: 300, height: 360 }
const gap = 16

/** What a record holds, beside the mouse that rests on it. */
export function PointedCard({
  table,
  id,
  title,
  x,
  y,
}: {
  table: string
  id: number
  title: string
  x: number
  y: number
}) {
  const { app } = useApplication()
  const [rests, setRests] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setRests(true), pause)
    return () => clearTimeout(timer)
  }, [])
  const { data } = useQuery({
    ...recordQueries.one(app, table, id, undefined, useAsOf()),
    enabled: rests,
  })
  if (!rests || !data) return null
  const left = x + gap + size.width > innerWidth ? x - gap - size.width : x + gap
  const below = y + gap + size.height <= innerHeight
  return (
    <div
      className={classes['card']}
      data-glance
      style={{
        left: Math.max(8, left),
        width: size.width,
        ...(below ? { top: y + gap } : { bottom: innerHeight - y + gap }),
      }}
      // The foot says the same in words.
      aria-hidden="true"
    >
      <Text fw={600}>{title}</Text>
      <RecordGlance record={data} />
    </div>
  )
}
