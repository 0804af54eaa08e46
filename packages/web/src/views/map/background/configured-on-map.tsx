import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { arrange } from '../../../components/map/base-style.js'
import type { MapColours } from '../../../components/map/map-colours.js'
import { mapQueries } from '../../../queries/map.js'
import type { ConfiguredLayer } from '../map-document.js'
import {
  addLayer,
  type BackgroundLayer,
  isFromElsewhere,
  readLayer,
  removeLayer,
  setOpacity,
} from './background-layers.js'
import { keepAddresses } from './file-ranges.js'

const none: readonly BackgroundLayer[] = []

/**
 * The configured layers that can be drawn. They stay the same ones while only the addresses of their files
 * are renewed.
 */
export function useLayers(app: string): {
  readonly layers: readonly BackgroundLayer[]
  readonly epsg: number | null
  readonly isKnown: boolean
} {
  const { data, refetch, isPending } = useQuery(mapQueries.layers(app))
  const layers = data?.layers ?? none
  // Before the effects of those that read the files.
  useLayoutEffect(() => keepAddresses(layers, refetch), [layers, refetch])
  const text = JSON.stringify(
    layers.map(({ path, ...rest }) => ({ ...rest, path: path.replace(/\?t=.*/, '') })),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says what they are
  const stable = useMemo(
    () =>
      // A WMS may be saved before it is known what it offers.
      layers.filter(({ path, type, wmslayers }) => path !== '' && (type !== 'wms' || wmslayers !== '')),
    [text],
  )
  return { layers: stable, epsg: data?.epsg ?? null, isKnown: !isPending }
}

interface Choice {
  /** The id of a base; `null` for the plain ground. */
  readonly base?: string | null
  readonly hidden: readonly string[]
}

/** What is drawn below a map that says nothing of it: one base at most, and overlays. */
export interface UsualBackground {
  readonly overlays: readonly ConfiguredLayer[]
  readonly base: string | null
  readonly chooseBase: (id: string | null) => void
  readonly toggle: (id: string) => void
}

/**
 * What the person chose is stored on this machine; until then the first base and all overlays are shown.
 */
export function useUsualBackground(app: string, layers: readonly BackgroundLayer[]): UsualBackground {
  const [choice, setChoice] = useLocalStorage<Choice>({
    key: `trowel.${app}.map.background`,
    defaultValue: { hidden: [] },
    getInitialValueInEffect: false,
  })
  return useMemo(() => {
    const { base: chosen, hidden } = choice
    const bases = layers.filter(({ layertype }) => layertype === 'base')
    const known = chosen === null || bases.some(({ id }) => id === chosen)
    return {
      overlays: layers
        .filter(({ layertype }) => layertype === 'overlay')
        .map(({ id }) => ({ kind: 'configured', id, shown: !hidden.includes(id), opacity: 1 })),
      base: known ? (chosen ?? null) : (bases[0]?.id ?? null),
      chooseBase: (base) => setChoice({ ...choice, base }),
      toggle: (id) =>
        setChoice({
          ...choice,
          hidden: hidden.includes(id) ? hidden.filter((one) => one !== id) : [...hidden, id],
        }),
    }
  }, [layers, choice, setChoice])
}

/** What a layer is called; without a label, its server. */
export const nameOf = ({ label, path }: BackgroundLayer): string =>
  label !== '' ? label : URL.canParse(path) ? new URL(path).host : path

/** A configured layer on the map, for as long as this stands. It draws nothing on the page. */
export function ConfiguredOnMap({
  map,
  layer,
  opacity,
  colours,
  stack,
  onFailed,
}: {
  map: MapLibre
  layer: BackgroundLayer
  opacity: number
  colours: MapColours
  /** The ids of all layers, the topmost first. */
  stack: { readonly current: readonly string[] }
  /** @param hasFailed it cannot be fetched now */
  onFailed: (id: string, hasFailed: boolean) => void
}) {
  const { id } = layer
  const visible = useRef(opacity)
  visible.current = opacity
  useEffect(() => {
    const gone = new AbortController()
    const fail = () => {
      if (!gone.signal.aborted) onFailed(id, true)
    }
    readLayer(layer, id, colours, gone.signal).then((added) => {
      if (gone.signal.aborted) return
      addLayer(map, layer, added)
      setOpacity(map, id, visible.current)
      if (layer.layertype === 'overlay') arrange(map, stack.current)
    }, fail)
    const onError = (event: object) => {
      if ('sourceId' in event && String(event.sourceId).startsWith(`${id}/`)) fail()
    }
    map.on('error', onError)
    return () => {
      gone.abort()
      map.off('error', onError)
      onFailed(id, false)
      if (map.getCanvas().isConnected) removeLayer(map, id)
    }
  }, [map, layer, id, colours, stack, onFailed])
  useEffect(() => setOpacity(map, id, opacity), [map, id, opacity])
  return null
}

/** The servers for which the page was reloaded; once is enough. */
const openedForKey = 'trowel.map.servers'

/**
 * The servers that a page may ask are named when it is opened: one that was opened elsewhere, at the login
 * perhaps, is opened again before the map asks others; and so is one that was opened before a server was
 * named.
 */
export function useRightPage(app: string, layers: readonly BackgroundLayer[]): void {
  useEffect(() => {
    const [entry] = performance.getEntriesByType('navigation')
    if (!entry || !layers.some(isFromElsewhere)) return
    const { pathname } = new URL(entry.name)
    const isRight = pathname === `/app/${app}` || pathname.startsWith(`/app/${app}/`)
    if (!isRight) window.location.reload()
  }, [app, layers])
  useEffect(() => {
    const servers = new Set(layers.filter(isFromElsewhere).map(({ path }) => new URL(path).origin))
    const onRefused = ({ blockedURI }: SecurityPolicyViolationEvent) => {
      const asked = [...servers].sort().join(' ')
      const isOfLayer = URL.canParse(blockedURI) && servers.has(new URL(blockedURI).origin)
      if (!isOfLayer || sessionStorage.getItem(openedForKey) === asked) return
      sessionStorage.setItem(openedForKey, asked)
      window.location.reload()
    }
    document.addEventListener('securitypolicyviolation', onRefused)
    return () => document.removeEventListener('securitypolicyviolation', onRefused)
  }, [layers])
}
