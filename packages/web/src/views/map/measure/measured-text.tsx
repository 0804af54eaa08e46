import type { Geometry } from '@trowel/contract/model/geometry.js'
import { useMemo } from 'react'
import { measure } from './geodesic.js'
import classes from './measure.module.css'
import { useMeasureWords } from './measure-words.js'

/** How long or large a geometry is; nothing of points. */
export function MeasuredText({ geometry }: { geometry: Geometry | undefined }) {
  const wordsOf = useMeasureWords()
  const measured = useMemo(() => geometry && measure(geometry), [geometry])
  if (!measured) return null
  return (
    <dl className={classes['measured']}>
      {wordsOf(measured).map(([what, value]) => (
        <div key={what}>
          <dt>{what}</dt>
          <dd className="numbers">{value}</dd>
        </div>
      ))}
    </dl>
  )
}
