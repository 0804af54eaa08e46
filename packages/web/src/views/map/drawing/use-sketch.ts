import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef, useState } from 'react'
import { useMapColours } from '../../../components/map/map-canvas.js'
import { showProblem } from '../../../components/notices.js'
import { beginSketch, type Drawn, type Sketch, type Snap } from './sketch.js'

/** A drawing for as long as what uses it stands. @param begin what is there first */
export function useSketch(
  map: MapLibre,
  { snap, isSingle = false }: { snap: Snap; isSingle?: boolean },
  begin: (sketch: Sketch) => void,
): Drawn & { sketch: Sketch | undefined } {
  const [sketch, setSketch] = useState<Sketch>()
  const [drawn, setDrawn] = useState<Drawn>({ geometry: undefined, underWay: undefined, canUndo: false })
  const { chosen } = useMapColours()
  const latest = useRef({ begin, chosen, snap, isSingle })
  latest.current = { begin, chosen, snap, isSingle }
  useEffect(() => {
    let made: Sketch | undefined
    let isWanted = true
    const options = {
      colour: latest.current.chosen,
      isSingle: latest.current.isSingle,
      snap: (at: { x: number; y: number }) => latest.current.snap(at),
    }
    beginSketch(map, options, (now) => isWanted && setDrawn(now)).then((begun) => {
      if (!isWanted) {
        begun.stop()
        return
      }
      made = begun
      latest.current.begin(begun)
      setSketch(begun)
    }, showProblem)
    return () => {
      isWanted = false
      // The map may be gone by now, with everything on it.
      if (map.getCanvas().isConnected) made?.stop()
    }
  }, [map])
  return { ...drawn, sketch }
}
