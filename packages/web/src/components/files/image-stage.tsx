import { useElementSize, useMergedRef } from '@mantine/hooks'
import type { FileObject } from '@trowel/contract/files.js'
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../../core/connection.js'
import { useOfflineImage } from '../../core/offline-images.js'
import { client } from '../../core/session.js'
import { Empty } from '../states.js'
import { fileTitle } from './file-kind.js'
import classes from './file-viewer.module.css'

const maxEnlargement = 2

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * A picture as large as the window lets it be, or larger: then it is moved by dragging, scrolling or the
 * arrow keys.
 */
export function ImageStage({
  file,
  zoom,
  onZoom,
}: {
  file: FileObject
  zoom: number
  onZoom: (steps: 1 | -1) => void
}) {
  const { t } = useTranslation()
  const stage = useRef<HTMLDivElement>(null)
  const { ref, width, height } = useElementSize<HTMLDivElement>()
  const merged = useMergedRef(stage, ref)
  const { source, broken, connected, fail } = useBestPicture(file)
  const kept = useOfflineImage(broken && !connected ? file : undefined)
  const [natural, setNatural] = useState<Size>()
  useWheel(stage, onZoom)
  useStableCentre(stage, zoom)
  const drag = useDrag(stage)

  if (broken && !connected)
    return (
      <Empty icon="offline" title={t('viewer.notKept')}>
        {kept && <img src={kept} alt={fileTitle(file)} />}
      </Empty>
    )
  if (broken) return <Empty icon="picture" title={t('viewer.notShown')} />
  // Small pictures are not blown up to the size of the window.
  const fit =
    natural && Math.min(width, (height * natural.width) / natural.height, natural.width * maxEnlargement)
  return (
    <section
      ref={merged}
      className={classes['picture']}
      data-zoomed={zoom > 1 || undefined}
      aria-label={fileTitle(file)}
      tabIndex={zoom > 1 ? 0 : -1}
      {...drag}
    >
      <img
        src={source}
        alt={fileTitle(file)}
        draggable={false}
        style={fit ? { width: fit * zoom } : { visibility: 'hidden' }}
        onLoad={({ currentTarget }) =>
          setNatural({ width: currentTarget.naturalWidth || 1, height: currentTarget.naturalHeight || 1 })
        }
        onDoubleClick={() => onZoom(1)}
        onError={fail}
      />
    </section>
  )
}

/**
 * A smaller copy at once, and the picture itself as soon as it is there; formats that no browser shows stay
 * the copy.
 */
function useBestPicture(file: FileObject) {
  const small = client.files.url(file, { w: 960 })
  const whole = client.files.url(file)
  const [ready, setReady] = useState('')
  const [failed, setFailed] = useState<readonly string[]>([])
  useEffect(() => {
    const picture = new Image()
    picture.onload = () => setReady(whole)
    picture.src = whole
    return () => {
      picture.onload = null
      picture.src = ''
    }
  }, [whole])
  const connected = useConnection()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection is the reason to try again
  useEffect(() => setFailed([]), [connected])
  const source = ready === whole && !failed.includes(whole) ? whole : small
  return {
    source,
    connected,
    broken: failed.includes(small) && ready !== whole,
    fail: () => setFailed((known) => [...known, source]),
  }
}

function useWheel(stage: React.RefObject<HTMLDivElement | null>, onZoom: (steps: 1 | -1) => void): void {
  useEffect(() => {
    const element = stage.current
    let turned = 0
    // The wheel is listened to by hand, since it must not scroll as well.
    const turn = (event: WheelEvent) => {
      event.preventDefault()
      turned += event.deltaY
      if (Math.abs(turned) < 40) return
      onZoom(turned < 0 ? 1 : -1)
      turned = 0
    }
    element?.addEventListener('wheel', turn, { passive: false })
    return () => element?.removeEventListener('wheel', turn)
  }, [stage, onZoom])
}

/** What was in the middle stays there when the picture grows or shrinks. */
function useStableCentre(stage: React.RefObject<HTMLDivElement | null>, zoom: number): void {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const element = stage.current
    if (!element || before.current === zoom) return
    const ratio = zoom / before.current
    before.current = zoom
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = element
    element.scrollLeft = (scrollLeft + clientWidth / 2) * ratio - clientWidth / 2
    element.scrollTop = (scrollTop + clientHeight / 2) * ratio - clientHeight / 2
  }, [stage, zoom])
}

/** Fingers scroll by themselves; a mouse drags. */
function useDrag(stage: React.RefObject<HTMLDivElement | null>) {
  const held = useRef(false)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      held.current = true
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: ({ movementX, movementY }: PointerEvent<HTMLElement>) => {
      if (held.current) stage.current?.scrollBy(-movementX, -movementY)
    },
    onPointerUp: () => {
      held.current = false
    },
  }
}
