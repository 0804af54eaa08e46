import { useEffect, useState } from 'react'
import type { Projection } from './place-text.js'

/** A reference system, as soon as its formulas are here; nothing for one that is not known. */
export function useProjection(epsg: number | null): Projection | undefined {
  const [known, setKnown] = useState<{ readonly epsg: number; readonly projection: Projection | undefined }>()
  useEffect(() => {
    if (epsg === null) return
    let isWanted = true
    void import('./projection.js').then(({ projectionOf }) => {
      if (isWanted) setKnown({ epsg, projection: projectionOf(epsg) })
    })
    return () => {
      isWanted = false
    }
  }, [epsg])
  return known?.epsg === epsg ? known?.projection : undefined
}
