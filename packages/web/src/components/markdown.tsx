import { useQuery } from '@tanstack/react-query'
import { useLayoutEffect, useRef } from 'react'
import classes from './markdown.module.css'

/** A text in Markdown. What reads it is loaded with the first such text. */
export function Markdown({ text }: { text: string }) {
  const place = useRef<HTMLDivElement>(null)
  const { data: renderer } = useQuery({
    queryKey: ['markdown'],
    queryFn: () => import('./render-markdown.js'),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  })
  useLayoutEffect(() => {
    if (renderer) place.current?.replaceChildren(renderer.renderMarkdown(text))
  }, [renderer, text])
  return <div ref={place} dir="auto" className={classes['text']} />
}
