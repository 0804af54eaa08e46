import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** The listing that was left last, and how far down a user was. */
let left: { readonly question: string; readonly offset: number } | undefined

/** Comes back to where the listing was left; another question is read from its beginning. */
export function useScrollMemory(
  scroll: RefObject<HTMLElement | null>,
  question: string,
  isReady: boolean,
): void {
  const wanted = useRef(left?.question === question ? left.offset : 0)
  const asked = useRef(question)
  const offset = useRef(0)
  useLayoutEffect(() => {
    if (!isReady || !scroll.current || wanted.current === 0) return
    scroll.current.scrollTop = wanted.current
    wanted.current = 0
  }, [isReady, scroll])
  useEffect(() => {
    if (asked.current === question) return
    asked.current = question
    wanted.current = 0
    if (scroll.current) scroll.current.scrollTop = 0
  }, [question, scroll])
  useEffect(() => {
    const place = scroll.current
    if (!place || !isReady) return
    const note = () => {
      offset.current = place.scrollTop
    }
    place.addEventListener('scroll', note, { passive: true })
    return () => place.removeEventListener('scroll', note)
  }, [scroll, isReady])
  useEffect(
    () => () => {
      left = { question: asked.current, offset: offset.current }
    },
    [],
  )
}
