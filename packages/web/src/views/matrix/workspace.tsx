import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { showProblem } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import type { NamedRecord } from '../../components/record-choice.js'
import { saveBlob } from '../../components/save-file.js'
import { Empty } from '../../components/states.js'
import { ToolLine } from '../../components/tool-line.js'
import { useApplication } from '../../core/application.js'
import { isNarrowed, listingOf } from '../../core/listing-address.js'
import { keyOf, type Loop, Loops, NoRelations } from './alerts.js'
import { type Kind, noColour, useColourFields, useKinds } from './colour-by.js'
import { useMarks } from './marks.js'
import classes from './matrix.module.css'
import type { MatrixSearch } from './matrix-address.js'
import { MatrixCanvas } from './matrix-canvas.js'
import { MatrixList } from './matrix-list.js'
import { MatrixOnPaper } from './matrix-on-paper.js'
import { type Palette, usePalette } from './palette.js'
import { pictureOf } from './picture.js'
import { sequenceOf } from './sequence.js'
import { ColourChoice, MatrixExport, UnitCount, UnitSearch, ViewMenu } from './toolbar.js'
import { UnitPanel } from './unit-panel.js'
import type { Layout } from './use-layout.js'
import type { ViewportHandle } from './use-viewport.js'

/** The drawing or the list, the legend, the chosen unit, and what can be done with them. */
export function Workspace({
  table,
  layout,
  search,
  chooser,
}: {
  table: { readonly name: string; readonly label: string }
  layout: Layout
  search: MatrixSearch
  chooser: ReactNode
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const palette = usePalette()
  const viewport = useRef<ViewportHandle | null>(null)
  const [only, setOnly] = useState<string>()
  const [relating, setRelating] = useState(false)
  const [other, setOther] = useState<NamedRecord | null>(null)
  const sequence = useMemo(() => sequenceOf(layout), [layout])

  const { fields, likely } = useColourFields(table.name)
  const colour = search.colour ?? likely ?? noColour
  const { kinds, kindOf } = useKinds(table.name, colour, layout)
  const field = fields.find(({ name }) => name === colour)

  const go = useCallback(
    (change: Partial<MatrixSearch>) =>
      void navigate({
        to: '/app/$app/matrix',
        params: { app },
        search: { ...search, table: table.name, ...change },
        replace: true,
      }),
    [navigate, app, search, table.name],
  )
  const unit = search.unit === undefined ? undefined : sequence.unitOf(search.unit)
  const [pointedLoop, setPointedLoop] = useState<Loop>()
  const [shownLoop, setShownLoop] = useState<Loop>()
  // The drawing may be another one by now, without it.
  const loop =
    layout.loops.find((one) => one === pointedLoop) ??
    layout.loops.find((one) => shownLoop && keyOf(one) === keyOf(shownLoop))
  const marks = useMarks(sequence, search.unit, { kinds, kindOf, only, loop, palette })

  const choose = useCallback(
    (id: number | undefined) => {
      const clicked = id === undefined ? undefined : sequence.unitOf(id)
      if (relating && clicked && id !== search.unit)
        setOther({ id: clicked.db_id, label: clicked.identifier })
      else if (!relating || id === undefined) {
        setRelating(false)
        setShownLoop(undefined)
        go({ unit: id })
      }
    },
    [relating, search.unit, sequence, go],
  )
  const flyTo = useCallback(
    (id: number) => {
      const box = layout.boxes[sequence.boxOf(id) ?? -1]
      if (box) viewport.current?.goTo(box)
      setRelating(false)
      setShownLoop(undefined)
      go({ unit: id })
    },
    [layout, sequence, go],
  )
  const kindLabelOf = (id: number) => {
    const box = sequence.boxOf(id)
    const kind = box === undefined ? undefined : kindOf(box)
    return kind === undefined ? undefined : kinds[kind]?.label
  }
  const picture = {
    layout,
    marks,
    title: `${t('navigation.matrix')}: ${table.label}`,
    kinds,
    isolatedTitle: t('matrix.isolated', { count: layout.isolated?.count ?? 0 }),
  }
  const savePicture = () => {
    pictureOf(picture)
      .then((blob) => blob && saveBlob(blob, `${table.name}.png`))
      .catch(showProblem)
  }
  const units = layout.boxes.flatMap((box) => box.units)
  const narrowed = isNarrowed(search)
  const facts = unit
    ? [
        marks.chosen === undefined || sequence.levelOf(marks.chosen) === undefined
          ? t('matrix.alone')
          : t('matrix.levelOf', { level: sequence.levelOf(marks.chosen), levels: layout.layers.length }),
        ...(unit.date === '' ? [] : [unit.date]),
        ...(field && kindLabelOf(unit.db_id) ? [`${field.label}: ${kindLabelOf(unit.db_id)}`] : []),
        t('matrix.laterBoxes', { count: marks.later.size }),
        t('matrix.earlierBoxes', { count: marks.earlier.size }),
      ]
    : []

  return (
    <Page
      fill
      past={{ table: table.name }}
      title={`${t('navigation.matrix')} · ${table.label}`}
      heading={t('navigation.matrix')}
      note={<UnitCount table={table} units={units} narrowed={narrowed} />}
      actions={
        <ToolLine>
          {chooser}
          <UnitSearch units={units} onUnit={flyTo} />
          <ColourChoice
            fields={fields}
            value={colour}
            onChange={(chosen) => {
              setOnly(undefined)
              go({ colour: chosen })
            }}
          />
          <ViewMenu search={search} onChange={go} />
          <MatrixExport table={table.name} search={search} onPicture={savePicture} />
        </ToolLine>
      }
    >
      <p role="status" className="visually-hidden">
        {unit && `${unit.identifier}: ${facts.join(', ')}`}
      </p>
      {units.length > 0 && <MatrixOnPaper picture={picture} />}
      <div className={classes['work']}>
        <div className={classes['main']}>
          <Loops
            layout={layout}
            shown={shownLoop}
            onPoint={setPointedLoop}
            onShow={(asked) => {
              const isShown = shownLoop !== undefined && keyOf(shownLoop) === keyOf(asked)
              setShownLoop(isShown ? undefined : asked)
              if (isShown) return
              if (search.list) go({ unit: asked.units[0]?.id })
              else
                viewport.current?.goToAll(
                  asked.units.flatMap(({ id }) => layout.boxes[sequence.boxOf(id) ?? -1] ?? []),
                )
            }}
          />
          {units.length > 0 && layout.layers.length === 0 && !unit && <NoRelations />}
          {units.length === 0 ? (
            <Empty icon="matrix" title={t(narrowed ? 'listing.nothingFound' : 'listing.empty')}>
              {!narrowed && t('matrix.emptyText')}
            </Empty>
          ) : search.list ? (
            <MatrixList
              name={t('matrix.drawing', { name: table.label })}
              layout={layout}
              sequence={sequence}
              chosen={search.unit}
              kindLabel={field?.label}
              kindOf={kindLabelOf}
              onUnit={choose}
            />
          ) : (
            <MatrixCanvas
              name={table.label}
              place={JSON.stringify([app, table.name, listingOf(search)])}
              layout={layout}
              sequence={sequence}
              marks={marks}
              palette={palette}
              handle={viewport}
              onUnit={choose}
              onOpen={() =>
                void navigate({
                  to: '/app/$app/record/$table/$id',
                  params: { app, table: table.name, id: String(search.unit) },
                })
              }
            />
          )}
          {units.length > 0 && !search.list && (
            <Legend
              title={field?.label}
              kinds={kinds}
              only={only}
              onOnly={setOnly}
              palette={palette}
              hasChosen={marks.chosen !== undefined}
              hasLoops={layout.loops.length > 0}
            />
          )}
        </div>
        {unit && (
          <UnitPanel
            key={unit.db_id}
            table={table.name}
            unit={unit}
            facts={facts}
            relating={relating}
            other={other}
            onRelating={(now) => {
              setOther(null)
              setRelating(now)
            }}
            onOther={setOther}
            onUnit={flyTo}
            onClose={() => {
              setRelating(false)
              go({ unit: undefined })
            }}
          />
        )}
      </div>
    </Page>
  )
}

/** What the colours mean; one that is pressed stands out alone. */
function Legend({
  title,
  kinds,
  only,
  onOnly,
  palette,
  hasChosen,
  hasLoops,
}: {
  /** The field that the colours stand for. */
  title: string | undefined
  kinds: readonly Kind[]
  only: string | undefined
  onOnly: (value: string | undefined) => void
  palette: Palette
  hasChosen: boolean
  hasLoops: boolean
}) {
  const { t } = useTranslation()
  const strokes = [
    ...(hasChosen
      ? ([
          ['later', palette.later],
          ['earlier', palette.earlier],
        ] as const)
      : []),
    ...(hasLoops ? ([['loop', palette.loop]] as const) : []),
  ]
  if (kinds.length + strokes.length === 0) return null
  return (
    <section className={classes['legend']} aria-label={t('matrix.legend')}>
      {title && kinds.length > 0 && <h2>{title}</h2>}
      {kinds.map((kind, place) => (
        <button
          key={kind.value}
          type="button"
          className={classes['kind']}
          aria-pressed={only === kind.value}
          onClick={() => onOnly(only === kind.value ? undefined : kind.value)}
        >
          <span className={classes['swatch']} style={{ background: palette.value(place, kinds.length) }} />
          {kind.label}
        </button>
      ))}
      {strokes.map(([name, colour]) => (
        <span key={name} className={classes['kind']} style={{ cursor: 'default' }}>
          <span className={classes['stroke']} style={{ borderTopColor: colour }} />
          {t(`matrix.${name}`)}
        </span>
      ))}
    </section>
  )
}
