import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useState } from 'react'

/** Who made what a map shows, as its sources say themselves, without what is more than words in it. */
export function useAttributions(map: MapLibre | undefined): readonly string[] {
  const [text, setText] = useState('')
  useEffect(() => {
    if (!map) return
    const notify = () => setText(attributionsOf(map).join('\n'))
    notify()
    // Sources that describe themselves are known when their description is here.
    map.on('idle', notify)
    return () => void map.off('idle', notify)
  }, [map])
  return text === '' ? [] : text.split('\n')
}

function attributionsOf(map: MapLibre): readonly string[] {
  const named = Object.keys(map.getStyle().sources).flatMap((id) => map.getSource(id)?.attribution ?? [])
  return [...new Set(named.map(wordsOf).filter((words) => words !== ''))]
}

/** It is written in HTML by others: none of it becomes a part of the page. */
const wordsOf = (html: string): string =>
  (new DOMParser().parseFromString(html, 'text/html').body.textContent ?? '').replace(/\s+/g, ' ').trim()
