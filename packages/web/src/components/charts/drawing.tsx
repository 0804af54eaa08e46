import { useComputedColorScheme } from '@mantine/core'
import { BarChart, LineChart, PieChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import * as echarts from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { type ChartStyle, palettes } from './chart-draft.js'
import classes from './chart-figure.module.css'

echarts.use([
  BarChart,
  LineChart,
  PieChart,
  GridComponent,
  TooltipComponent,
  LegendComponent,
  AriaComponent,
  SVGRenderer,
])

export interface Series {
  readonly type: 'bar' | 'line' | 'pie' | 'doughnut'
  readonly labels: readonly string[]
  readonly values: readonly (number | null)[]
}

/** The drawing of a series. What it shows stands beside it as a table. */
export default function Drawing({
  series,
  style,
  name,
  onGroup,
}: {
  series: Series
  style: ChartStyle
  name: string
  onGroup?: ((place: number) => void) | undefined
}) {
  const { i18n } = useTranslation()
  const place = useRef<HTMLDivElement>(null)
  const scheme = useComputedColorScheme('light')
  const clicked = useRef(onGroup)
  clicked.current = onGroup
  useEffect(() => {
    const element = place.current
    if (!element) return
    const chart = echarts.init(element, undefined, { renderer: 'svg' })
    chart.setOption(optionOf(series, style, name, scheme === 'dark', i18n.language))
    chart.on('click', ({ dataIndex }) => clicked.current?.(dataIndex))
    const watch = new ResizeObserver(() => chart.resize())
    watch.observe(element)
    return () => {
      watch.disconnect()
      chart.dispose()
    }
  }, [series, style, name, scheme, i18n.language])
  return (
    <div ref={place} className={classes['drawing']} data-clickable={onGroup !== undefined || undefined} />
  )
}

/** A name under its bar: word by word where it is short, so that its neighbours keep theirs. */
const linesUnder = (label: string): readonly string[] =>
  (label.length > 24 ? [label] : label.split(' ')).map((line) =>
    line.length > 14 ? `${line.slice(0, 13)}…` : line,
  )

function optionOf(
  { type, labels, values }: Series,
  { palette, legend, horizontal }: ChartStyle,
  name: string,
  isDark: boolean,
  language: string,
): echarts.EChartsCoreOption {
  const ink = isDark ? '#d9d5cd' : '#3b3732'
  const soft = isDark ? '#a39d92' : '#655f56'
  const line = isDark ? '#35322d' : '#e4e0d8'
  const surface = isDark ? '#211f1c' : '#ffffff'
  const colours = isDark && palette === 'clay' ? ['#b5623a', ...palettes.clay.slice(1)] : palettes[palette]
  const text = { color: ink, fontFamily: getComputedStyle(document.body).fontFamily }
  const shared = {
    animation: false,
    color: [...colours],
    textStyle: text,
    aria: { enabled: true, label: { description: name } },
    // Drawn, not written as HTML: the page allows no styles in texts.
    tooltip: {
      renderMode: 'richText',
      trigger: 'item',
      backgroundColor: surface,
      borderColor: line,
      textStyle: { ...text, fontSize: 12 },
      valueFormatter: (value: unknown) => Number(value).toLocaleString(language),
    },
  }
  if (type === 'pie' || type === 'doughnut')
    return {
      ...shared,
      legend: legend
        ? {
            type: 'scroll',
            bottom: 0,
            textStyle: { color: soft },
            pageTextStyle: { color: soft },
            pageIconColor: ink,
            pageIconInactiveColor: line,
            icon: 'roundRect',
          }
        : { show: false },
      series: [
        {
          type: 'pie',
          radius: type === 'doughnut' ? ['42%', '70%'] : '70%',
          center: ['50%', legend ? '45%' : '50%'],
          itemStyle: { borderColor: surface, borderWidth: 2 },
          label: { show: !legend, color: ink },
          data: labels.map((label, at) => ({ name: label, value: values[at] ?? 0 })),
        },
      ],
    }
  const groups = {
    type: 'category',
    data: [...labels],
    inverse: horizontal,
    axisLine: { lineStyle: { color: line } },
    axisTick: { show: false },
    // Every group that has room is named: by default all of one parity give way to a single long name.
    axisLabel: {
      color: soft,
      ...(horizontal
        ? { width: 130, overflow: 'truncate' }
        : { formatter: (label: string) => linesUnder(label).join('\n'), lineHeight: 14 }),
      interval: 0,
      hideOverlap: true,
    },
  }
  const numbers = {
    type: 'value',
    ...(values.every((value) => Number.isInteger(value)) && { minInterval: 1 }),
    splitLine: { lineStyle: { color: line } },
    axisLabel: {
      color: soft,
      formatter: (value: number) => value.toLocaleString(language),
      hideOverlap: true,
    },
  }
  return {
    ...shared,
    legend: legend
      ? { bottom: 0, data: [name], textStyle: { color: soft }, icon: 'roundRect' }
      : { show: false },
    grid: { left: 8, right: 16, top: 12, bottom: legend ? 30 : 4, containLabel: true },
    xAxis: horizontal ? numbers : groups,
    yAxis: horizontal ? groups : numbers,
    series: [
      {
        name,
        type,
        data: [...values],
        barMaxWidth: 34,
        lineStyle: { width: 2 },
        symbolSize: 6,
        itemStyle: type === 'bar' ? { borderRadius: horizontal ? [0, 3, 3, 0] : [3, 3, 0, 0] } : {},
      },
    ],
  }
}
