import { useQuery } from '@tanstack/react-query'
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { type Table, useApplication } from '../../core/application.js'
import { type MapView, mapQueries } from '../../queries/map.js'
import { useLayers, useUsualBackground } from './background/configured-on-map.js'
import { documentIn, type MapSearch, searchOf, type Usual } from './map-address.js'
import { documentOf, isSameMap, type MapDocument } from './map-document.js'

/** The map that the address means, and how it is changed: the address follows. */
export function useMapDocument(tables: readonly Table[]) {
  const { app } = useApplication()
  const address = useSearch({ from: '/app/$app/map' })
  const { layers, epsg, isKnown } = useLayers(app)
  const background = useUsualBackground(app, layers)
  const { view, isPending } = useView(app, address.view)
  const saved = useMemo(() => view && documentOf(view.definition), [view])
  const usual = useMemo(
    (): Usual => ({ table: tables[0]?.name, configured: background.overlays }),
    [tables, background.overlays],
  )
  const { layers: spelledOut, base, table, q, filter, expert, by, years } = address
  // Whatever else stands in the address is not what is on the map.
  const text = JSON.stringify([spelledOut, base, table, q, filter, expert, by, years])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text says what has changed
  const document = useMemo(() => documentIn(address, saved, usual), [text, saved, usual])
  const change = useChangeAddress(app)
  const latest = useRef({ saved, usual })
  latest.current = { saved, usual }
  const changeDocument = useCallback(
    (edit: (document: MapDocument) => MapDocument, besides: Partial<MapSearch> = {}) =>
      change((before) => {
        const { saved: from, usual: otherwise } = latest.current
        return { ...searchOf(edit(documentIn(before, from, otherwise)), from, otherwise), ...besides }
      }),
    [change],
  )
  return {
    address,
    document,
    configured: layers,
    isKnown,
    epsg,
    background,
    /** Is the map neither a saved view nor spelled out? Then what was chosen on this machine lies below. */
    isUsual: !saved && !spelledOut,
    base: document.base === undefined ? background.base : document.base,
    view,
    isChanged: saved !== undefined && !isSameMap(document, saved),
    isPending,
    change,
    changeDocument,
  }
}

/** The saved view with this number, once it is known. */
function useView(app: string, id: number | undefined): { view: MapView | undefined; isPending: boolean } {
  const { data, isPending } = useQuery({ ...mapQueries.views(app), enabled: id !== undefined })
  return { view: data?.find((one) => one.id === id), isPending: id !== undefined && isPending }
}

/** Changes something about the address of the map. */
function useChangeAddress(app: string) {
  const navigate = useNavigate({ from: '/app/$app/map' })
  const router = useRouter()
  return useCallback(
    (to: (before: MapSearch) => Partial<MapSearch>) => {
      // A user who is on the way elsewhere is not called back by a map that comes to rest.
      if (router.latestLocation.pathname !== `/app/${app}/map`) return
      void navigate({
        to: '.',
        search: (before) => ({ ...before, ...to(before) }),
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, router, app],
  )
}
