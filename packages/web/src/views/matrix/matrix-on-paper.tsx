import { useLayoutEffect, useRef } from 'react'
import { usePrinting } from '../../core/printing.js'
import classes from './matrix.module.css'
import { drawPicture, type Picture } from './picture.js'

/** The whole drawing on one page, for the print of the browser. */
export function MatrixOnPaper({ picture }: { picture: Picture }) {
  const place = useRef<HTMLDivElement>(null)
  const isPrinting = usePrinting()
  useLayoutEffect(() => {
    const canvas = isPrinting ? drawPicture(picture) : undefined
    place.current?.replaceChildren(...(canvas ? [canvas] : []))
  })
  return <div ref={place} className={classes['onPaper']} aria-hidden="true" />
}
