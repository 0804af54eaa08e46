import { Button, Menu } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { AnalysisDefinition } from '@trowel/client'
import type { SeriationBasis, SeriationData, SeriationOptions } from '@trowel/contract/assemblages.js'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { saveBlob } from '../../../components/save-file.js'
import { Empty, Loaded } from '../../../components/states.js'
import { useApplication } from '../../../core/application.js'
import { assemblageQueries } from '../../../queries/charts.js'
import { curvesOf, presenceOf, type TableWords, wholeTable } from './curves.js'
import { type DrawingKind, OptionsBar } from './options-bar.js'
import { type Ordered, orderedBlocks } from './ordered.js'
import { heading, orderedCsv, stacked } from './paper.js'
import { type Point, scatterOf } from './scatter.js'
import { ScatterFigure } from './scatter-figure.js'
import classes from './seriation.module.css'
import { pngOf, svgText } from './shapes.js'
import { TableFigure } from './table-figure.js'
import { Told } from './told.js'

/** An analysis with its groups and kinds put in order by what they share. */
export default function Seriation({
  definition,
  options,
  name,
  onChange,
}: {
  definition: AnalysisDefinition
  options: SeriationOptions
  name: string
  onChange: (options: SeriationOptions) => void
}) {
  const { app } = useApplication()
  const [drawing, setDrawing] = useState<DrawingKind>('order')
  const query = useQuery({
    ...assemblageQueries.seriation(app, definition, options),
    placeholderData: keepPreviousData,
  })
  const { data } = query
  const drawn = useMemo(
    (): SeriationOptions => ({ ...options, basis: options.basis || (data ? basisOf(data) : 'counts') }),
    [options, data],
  )
  return (
    <>
      <div className={classes['bar']}>
        <OptionsBar
          options={drawn}
          drawing={drawing}
          anchor={query.data?.anchor ?? null}
          anchors={query.data?.anchors ?? []}
          onChange={(change) => onChange({ ...options, ...change })}
          onDrawing={setDrawing}
        />
        {query.data && <ExportMenu data={query.data} drawing={drawing} options={drawn} name={name} />}
      </div>
      <Loaded query={query} lines={10}>
        {(data) => <Found data={data} drawing={drawing} options={drawn} name={name} />}
      </Loaded>
    </>
  )
}

/** Where nothing was found twice there are no counts: then the matrix shows all that is known. */
const basisOf = ({ data }: SeriationData): SeriationBasis =>
  Object.values(data).every((row) => Object.values(row).every((number) => number === 0 || number === 1))
    ? 'presence'
    : 'counts'

interface Shown {
  readonly data: SeriationData
  readonly drawing: DrawingKind
  readonly options: SeriationOptions
  readonly name: string
}

function Found({ data, drawing, options, name }: Shown) {
  const { t } = useTranslation()
  const words = useWords()
  const blocks = useMemo(() => orderedBlocks(data), [data])
  const paper = useMemo(
    () => svgText(paperOf({ data, drawing, options, name }, words)),
    [data, drawing, options, name, words],
  )
  return (
    <>
      <Told data={data} />
      {blocks.length === 0 && (
        <Empty icon="assemblage" title={t('seriation.nothing')}>
          {t('seriation.nothingText')}
        </Empty>
      )}
      {blocks.map((ordered, k) => {
        const part = words.part(ordered, k)
        const label = blocks.length > 1 ? `${name}, ${part}` : name
        return (
          <section key={ordered.rows[0]?.key} className={classes['block']}>
            {blocks.length > 1 && <h2>{part}</h2>}
            {drawing === 'order' && <Order ordered={ordered} data={data} options={options} label={label} />}
            {drawing === 'axes' && <Axes ordered={ordered} label={label} />}
            {drawing === 'numbers' && <Numbers ordered={ordered} data={data} label={label} />}
          </section>
        )
      })}
      {drawing !== 'numbers' && blocks.length > 0 && (
        <img
          className={classes['onPaper']}
          alt=""
          src={`data:image/svg+xml;charset=utf-8,${encodeURIComponent(paper)}`}
        />
      )}
    </>
  )
}

function Order({
  ordered,
  data,
  options,
  label,
}: {
  ordered: Ordered
  data: SeriationData
  options: SeriationOptions
  label: string
}) {
  const { t } = useTranslation()
  const words = useWords()
  const table = useMemo(
    () => (options.basis === 'presence' ? presenceOf : curvesOf)(ordered, words.table),
    [ordered, options.basis, words],
  )
  const { direction } = ordered.block
  return (
    <>
      {direction && (
        <div className={classes['ends']}>
          <Icon name="up" size={13} />{' '}
          {t(direction === 'newest_first' ? 'seriation.later' : 'seriation.earlier')}
        </div>
      )}
      <TableFigure
        ordered={ordered}
        table={table}
        label={label}
        unitTable={data.unit_tb}
        tellCell={(row, column) =>
          t('seriation.cell', {
            unit: row.name,
            type: column.name,
            number: words.table.number(ordered.number(row, column)),
            share: words.table.percent(row.total > 0 ? ordered.number(row, column) / row.total : 0),
          })
        }
      />
      {direction && (
        <div className={classes['ends']}>
          <Icon name="down" size={13} />{' '}
          {t(direction === 'newest_first' ? 'seriation.earlier' : 'seriation.later')}
        </div>
      )}
    </>
  )
}

function Axes({ ordered, label }: { ordered: Ordered; label: string }) {
  const { t } = useTranslation()
  const words = useWords()
  const titles = useMemo(() => words.axes(ordered), [words, ordered])
  return (
    <>
      <p className={classes['key']}>{words.inertia(ordered)}</p>
      <ScatterFigure
        ordered={ordered}
        titles={titles}
        label={label}
        tellPoint={({ line }: Point) => `${line.name}: ${words.table.number(line.total)}`}
      />
      <div className={classes['key']}>
        <span data-tone="bar">● {t('seriation.keyUnits')}</span>
        <span data-tone="kind">◆ {t('seriation.keyTypes')}</span>
      </div>
    </>
  )
}

/** The table in its order, for those who read numbers. */
function Numbers({ ordered, data, label }: { ordered: Ordered; data: SeriationData; label: string }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const words = useWords()
  const { rows, columns, number } = ordered
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
    <section className={classes['numbers']} aria-label={label} tabIndex={0}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('seriation.unit')}</th>
            {columns.map(({ key, name }) => (
              <th key={key} scope="col">
                {name}
              </th>
            ))}
            <th scope="col">{t('assemblages.total')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                {row.record !== undefined && data.unit_tb !== null ? (
                  <Link
                    to="/app/$app/record/$table/$id"
                    params={{ app, table: data.unit_tb, id: String(row.record) }}
                    className="reference"
                  >
                    {row.name}
                  </Link>
                ) : (
                  row.name
                )}
              </th>
              {columns.map((column) => (
                <td key={column.key}>
                  {number(row, column) > 0 ? words.table.number(number(row, column)) : ''}
                </td>
              ))}
              <td>{words.table.number(row.total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

function ExportMenu(shown: Shown) {
  const { t } = useTranslation()
  const words = useWords()
  const { data, drawing, name } = shown
  const csv = () =>
    saveBlob(
      orderedCsv(orderedBlocks(data), {
        name,
        total: t('assemblages.total'),
        axes: [1, 2].map((number) => t('seriation.axis', { number })),
      }),
      `${name}.csv`,
    )
  const picture = async () => {
    const png = await pngOf(paperOf(shown, words))
    if (png) saveBlob(png, `${name}.png`)
  }
  const isDrawn = drawing !== 'numbers' && data.blocks.length > 0
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button size="xs" variant="default" leftSection={<Icon name="export" size={14} />}>
          {t('export.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={csv}>{t('seriation.csv')}</Menu.Item>
        {isDrawn && (
          <>
            <Menu.Item
              onClick={() =>
                saveBlob(new Blob([svgText(paperOf(shown, words))], { type: 'image/svg+xml' }), `${name}.svg`)
              }
            >
              {t('seriation.svg')}
            </Menu.Item>
            <Menu.Item onClick={() => void picture()}>{t('seriation.png')}</Menu.Item>
          </>
        )}
        <Menu.Item onClick={() => window.print()}>{t('seriation.print')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

/** All that is drawn, one part below the other, with what it is called. */
function paperOf({ data, drawing, options, name }: Shown, words: ReturnType<typeof useWords>) {
  const blocks = orderedBlocks(data)
  return stacked(
    blocks.flatMap((ordered, k) => {
      const title = blocks.length > 1 ? `${name}, ${words.part(ordered, k)}` : name
      if (drawing === 'axes') {
        const size = { width: 900, height: 560 }
        const { drawing: points } = scatterOf(ordered, words.axes(ordered), size)
        return [heading(title, [words.inertia(ordered)]), points]
      }
      const table = (options.basis === 'presence' ? presenceOf : curvesOf)(ordered, words.table)
      return [wholeTable(table, ordered, heading(title, [words.ends(ordered)]))]
    }),
  )
}

function useWords() {
  const { t, i18n } = useTranslation()
  return useMemo(() => {
    const number = (value: number) => value.toLocaleString(i18n.language)
    const percent = (share: number) =>
      share.toLocaleString(i18n.language, { style: 'percent', maximumFractionDigits: 1 })
    const table: TableWords = { total: t('assemblages.total'), number, percent }
    return {
      table,
      part: ({ rows, columns }: Ordered, k: number) =>
        t('seriation.part', {
          number: k + 1,
          units: t('seriation.units', { count: rows.length }),
          types: t('seriation.types', { count: columns.length }),
        }),
      ends: ({ block: { direction } }: Ordered) => (direction ? t(`seriation.ends.${direction}`) : ''),
      axes: ({ block }: Ordered) =>
        block.axes.map(({ share }, k) => t('seriation.axisShare', { number: k + 1, share: percent(share) })),
      inertia: ({ block: { axes, inertia, arch } }: Ordered) => {
        const [first, second] = axes
        if (!first) return t('seriation.noAxis')
        const told = second
          ? t('seriation.inertia', {
              first: percent(first.share),
              second: percent(second.share),
              inertia: number(inertia),
            })
          : t('seriation.inertiaOne', { first: percent(first.share), inertia: number(inertia) })
        return [
          told,
          ...(arch !== null && arch >= 0.5 ? [t('seriation.arch', { share: percent(arch) })] : []),
          ...(second && second.inertia > 0.98 * first.inertia ? [t('seriation.alike')] : []),
        ].join(' ')
      },
    }
  }, [t, i18n.language])
}
