import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import { describeQuery } from '../core/query.js'
import classes from './markdown.module.css'

const rendererQuery = describeQuery({
  key: ['markdown'],
  fetch: () => import('./render-markdown.js'),
  offline: false,
  madeOf: [],
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
})

/** A text in Markdown. What reads it is loaded with the first such text. */
export function Markdown({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null)
  const { data: renderer } = useQuery(rendererQuery)
  useLayoutEffect(() => {
    if (renderer) place.current?.replaceChildren(renderer.renderMarkdown(text))
  }, [renderer, text])
  return (
    <div ref={place} dir="auto" className={classes['text']}>
      {/* About as much room as it will take; what reads it takes its place. */}
      {!renderer && <div className={classes['room']}>{text}</div>}
    </div>
  )
}
