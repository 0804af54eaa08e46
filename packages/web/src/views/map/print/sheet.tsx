import { lengthText, roundLength } from '@trowel/contract/lengths.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { NorthNeedle } from '../../../components/map/north-needle.js'
import { mmPerPixel } from '../../../components/map/scale.js'
import { useApplication } from '../../../core/application.js'
import { nameOf } from '../background/configured-on-map.js'
import type { ShownLayer } from '../layers/table-on-map.js'
import { isTableLayer } from '../map-document.js'
import { useLegendWords } from '../panel/legend.js'
import type { MapWork } from '../panel/map-work.js'
import { useScaleText } from '../status/scales.js'
import { type PageForm, sizeOf } from './paper.js'
import classes from './sheet.module.css'
import type { SheetView } from './use-sheet-view.js'

/** What a sheet says beside its map. */
export interface SheetContent {
  readonly title: string
  /** 500 for 1:500. */
  readonly scale: number
  /** The reference system of the grid. */
  readonly system: string
  readonly work: Pick<MapWork, 'document' | 'configured' | 'base' | 'nameOf'>
  readonly shown: ReadonlyMap<string, ShownLayer>
  readonly attributions: readonly string[]
}

/** A map on paper: title, legend, scale, north, coordinates, and who drew what lies below. */
export function Sheet({
  form,
  content,
  view,
  children,
}: {
  form: PageForm
  content: SheetContent
  view: SheetView | undefined
  /** The map, or a picture of it. */
  children: ReactNode
}) {
  const { t, i18n } = useTranslation()
  const { info } = useApplication()
  const scaleText = useScaleText()
  const [width, height] = sizeOf(form)
  const { title, scale, system, work, shown, attributions } = content
  const base = work.configured.find(({ id }) => id === work.base)
  const stretch = view?.stretch ?? 1
  const project = info.title ?? info.name
  const today = new Date().toLocaleDateString(i18n.language, { dateStyle: 'long' })
  return (
    <div className={classes['sheet']} data-direction={form.direction} style={{ width, height }}>
      <div className={classes['frame']}>
        <div
          className={classes['flat']}
          style={{ height: `${stretch * 100}%`, transform: `scaleY(${1 / stretch})` }}
        >
          {children}
        </div>
        {view && <Grid view={view} />}
      </div>
      <div className={classes['words']}>
        <div className={classes['head']}>
          <p className={classes['title']}>{title}</p>
          <p>{[project, today].filter((one) => one !== title).join(', ')}</p>
        </div>
        <div className={classes['legends']}>
          {work.document.layers
            .filter((layer) => layer.shown)
            .map((layer) => (
              <LegendOf
                key={layer.id}
                name={work.nameOf(layer)}
                state={isTableLayer(layer) ? shown.get(layer.id) : undefined}
              />
            ))}
          {base && <LegendOf name={nameOf(base)} state={undefined} />}
        </div>
        <div className={classes['scale']}>
          <div>
            <p className={classes['ratio']}>{t('map.scaleIs', { scale: scaleText(scale) })}</p>
            <ScaleBar scale={scale} />
          </div>
          <div className={classes['north']}>
            <NorthNeedle bearing={view?.bearing ?? 0} size={34} />
            {t('map.northLetter')}
          </div>
        </div>
        <div className={classes['small']}>
          <p>{t('map.coordinatesIn', { system })}</p>
          {attributions.map((one) => (
            <p key={one}>{one}</p>
          ))}
        </div>
      </div>
    </div>
  )
}

/** The name of a layer and what its colours mean. */
function LegendOf({ name, state }: { name: string; state: ShownLayer | undefined }) {
  const wordsOf = useLegendWords()
  const { by, colouring, plain } = state?.coloured ?? {}
  if (!by || !colouring)
    return (
      <p className={classes['entry']}>
        {plain !== undefined && <span className={classes['swatch']} style={{ background: plain }} />}
        {name}
      </p>
    )
  return (
    <div className={classes['legend']}>
      <p className={classes['layer']}>
        {name}: {by.label}
      </p>
      {colouring.legend.map((entry) => (
        <p key={`${entry.kind} ${wordsOf(by, entry)}`} className={classes['entry']}>
          <span className={classes['swatch']} style={{ background: entry.colour }} />
          {wordsOf(by, entry)}
        </p>
      ))}
    </div>
  )
}

/** So long is the bar at most, in millimetres of paper. */
const maxBar = 48
const barParts = [0, 1, 2, 3] as const

/** A bar in four parts, whose ends are told. */
function ScaleBar({ scale }: { scale: number }) {
  const metres = roundLength((maxBar * scale) / 1000)
  const width = (metres * 1000) / scale / mmPerPixel
  return (
    <div className={classes['bar']} style={{ width }}>
      <svg aria-hidden="true" width={width} height="6">
        {barParts.map((part) => (
          <rect
            key={part}
            x={(part * width) / barParts.length}
            y="0.5"
            width={width / barParts.length}
            height="5"
            className={classes[part % 2 === 0 ? 'filled' : 'empty']}
          />
        ))}
      </svg>
      <span>0</span>
      <span>{lengthText(metres)}</span>
    </div>
  )
}

/** Half as long is each arm of a cross. */
const arm = 5

function Grid({ view: { grid } }: { view: SheetView }) {
  return (
    <div className={classes['grid']} aria-hidden="true">
      <svg aria-hidden="true" width="100%" height="100%">
        <path
          d={grid.crosses.map(([x, y]) => `M${x - arm} ${y}h${2 * arm}M${x} ${y - arm}v${2 * arm}`).join('')}
        />
      </svg>
      {grid.labels.map(({ edge, at, text }) => (
        <span key={`${edge} ${text}`} data-edge={edge} style={edge === 'left' ? { top: at } : { left: at }}>
          {text}
        </span>
      ))}
    </div>
  )
}
