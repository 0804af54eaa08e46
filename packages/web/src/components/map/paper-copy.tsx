import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useRef } from 'react'
import { drawForPrint } from '../../core/printing.js'
import classes from './map-canvas.module.css'

/**
 * What the map shows, for paper: browsers print nothing of what is drawn by the graphics processor. Its scale
 * is drawn into it, since paper is not as wide as the window.
 */
export function PaperCopy({ map }: { map: MapLibre }) {
  const copy = useRef<HTMLCanvasElement>(null)
  useEffect(
    () =>
      drawForPrint(() => {
        const pen = copy.current?.getContext('2d')
        if (!copy.current || !pen) return
        map.redraw()
        const shown = map.getCanvas()
        copy.current.width = shown.width
        copy.current.height = shown.height
        pen.drawImage(shown, 0, 0)
        const scale = map.getContainer().querySelector<HTMLElement>('.maplibregl-ctrl-scale')
        if (scale) drawScale(pen, scale, shown.width / map.getContainer().clientWidth)
      }),
    [map],
  )
  return <canvas ref={copy} className={classes['paper']} />
}

/** @param dots of the drawing for one of the page */
function drawScale(pen: CanvasRenderingContext2D, scale: HTMLElement, dots: number): void {
  const [left, bottom] = [14, pen.canvas.height / dots - 14]
  pen.scale(dots, dots)
  pen.fillStyle = '#ffffff'
  pen.fillRect(left - 6, bottom - 22, scale.offsetWidth + 12, 28)
  pen.strokeStyle = pen.fillStyle = '#3b3732'
  pen.lineWidth = 1.5
  pen.beginPath()
  pen.moveTo(left, bottom - 6)
  pen.lineTo(left, bottom)
  pen.lineTo(left + scale.offsetWidth, bottom)
  pen.lineTo(left + scale.offsetWidth, bottom - 6)
  pen.stroke()
  pen.font = '11px system-ui, sans-serif'
  pen.textAlign = 'center'
  pen.fillText(scale.textContent ?? '', left + scale.offsetWidth / 2, bottom - 8)
}
