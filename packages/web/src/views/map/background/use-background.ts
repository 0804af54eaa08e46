import { useLocalStorage } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import type { Map as MapLibre } from 'maplibre-gl'
import { useEffect, useMemo, useState } from 'react'
import type { MapColours } from '../../../components/map/map-colours.js'
import { mapQueries } from '../../../queries/map.js'
import {
  addLayer,
  type BackgroundLayer,
  isFromElsewhere,
  readLayer,
  removeLayer,
} from './background-layers.js'
import { keepAddresses } from './file-ranges.js'

const none: readonly BackgroundLayer[] = []

/** The configured layers. They stay the same ones while only the addresses of their files are renewed. */
export function useLayers(app: string): readonly BackgroundLayer[] {
  const { data, refetch } = useQuery(mapQueries.layers(app))
  const layers = data?.layers ?? none
  useEffect(() => keepAddresses(layers, refetch), [layers, refetch])
  const text = JSON.stringify(
    layers.map(({ path, ...rest }) => ({ ...rest, path: path.replace(/\?t=.*/, '') })),
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says what they are
  return useMemo(() => layers, [text])
}

/** Which of the configured layers are drawn: one base at most, and any number of overlays. */
export interface Background {
  readonly bases: readonly BackgroundLayer[]
  readonly overlays: readonly BackgroundLayer[]
  readonly base: BackgroundLayer | undefined
  readonly isShown: (layer: BackgroundLayer) => boolean
  readonly chooseBase: (layer: BackgroundLayer | undefined) => void
  readonly toggle: (layer: BackgroundLayer) => void
}

interface Choice {
  /** The name of a base; empty for the plain ground. */
  readonly base?: string
  readonly hidden: readonly string[]
}

/**
 * What the person chose is stored on this machine; until then the first base and all overlays are shown.
 */
export function useBackground(app: string, layers: readonly BackgroundLayer[]): Background {
  const [choice, setChoice] = useLocalStorage<Choice>({
    key: `trowel.${app}.map.layers`,
    defaultValue: { hidden: [] },
    getInitialValueInEffect: false,
  })
  return useMemo(() => {
    // A WMS may be saved before it is known what it offers.
    const usable = layers.filter(
      ({ path, type, wmslayers }) => path !== '' && (type !== 'wms' || wmslayers !== ''),
    )
    const bases = usable.filter(({ layertype }) => layertype === 'base')
    const overlays = usable.filter(({ layertype }) => layertype === 'overlay')
    const base =
      choice.base === '' ? undefined : (bases.find((one) => nameOf(one) === choice.base) ?? bases[0])
    return {
      bases,
      overlays,
      base,
      isShown: (layer) =>
        layer === base || (overlays.includes(layer) && !choice.hidden.includes(nameOf(layer))),
      chooseBase: (layer) => setChoice({ ...choice, base: layer ? nameOf(layer) : '' }),
      toggle: (layer) => {
        const name = nameOf(layer)
        const hidden = choice.hidden.includes(name)
          ? choice.hidden.filter((one) => one !== name)
          : [...choice.hidden, name]
        setChoice({ ...choice, hidden })
      },
    }
  }, [layers, choice, setChoice])
}

/** What a layer is called; without a label, its server. */
export const nameOf = ({ label, path }: BackgroundLayer): string =>
  label !== '' ? label : URL.canParse(path) ? new URL(path).host : path

/** Draws the layers that are shown. @returns the names of those that could not be fetched */
export function useDrawnBackground(
  map: MapLibre | undefined,
  layers: readonly BackgroundLayer[],
  isShown: (layer: BackgroundLayer) => boolean,
  colours: MapColours,
): ReadonlySet<string> {
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    if (!map) return
    const gone = new AbortController()
    const fail = (layer: BackgroundLayer) => setFailed((before) => new Set([...before, nameOf(layer)]))
    setFailed(new Set())
    for (const place of layers.keys()) removeLayer(map, `layer-${place}`)
    const read = layers.map(async (layer, place) => {
      if (!isShown(layer)) return undefined
      try {
        return await readLayer(layer, `layer-${place}`, colours, gone.signal)
      } catch {
        if (!gone.signal.aborted) fail(layer)
        return undefined
      }
    })
    // In their order, whichever comes first.
    void Promise.all(read).then((found) => {
      if (gone.signal.aborted) return
      for (const [place, layer] of layers.entries()) {
        const added = found[place]
        if (added) addLayer(map, layer, added)
      }
    })
    const onError = (event: object) => {
      const source = 'sourceId' in event ? String(event.sourceId) : ''
      const place = /^layer-(\d+)\//.exec(source)?.[1]
      const layer = place === undefined ? undefined : layers[Number(place)]
      if (layer) fail(layer)
    }
    map.on('error', onError)
    return () => {
      gone.abort()
      map.off('error', onError)
    }
  }, [map, layers, isShown, colours])
  return failed
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
