import { useQuery } from '@tanstack/react-query'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { FilterKind } from '@trowel/contract/model/operators.js'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { useAsOf } from '../../core/past.js'
import { searchQueries } from '../../queries/search.js'
import { stratigraphyQueries } from '../../queries/stratigraphy.js'
import { maxColours } from './palette.js'
import type { Layout } from './use-layout.js'

/** Of fields with few values that many records share. */
const kinds: ReadonlySet<FilterKind> = new Set(['choice', 'boolean'])
/** What a matrix is mostly coloured by, as excavations call it. */
const usual = /phase|period|fase|phas|epoch|epoca/i

export const noColour = 'none'

/** The fields of a table by which boxes can be coloured, and the one that is the likeliest wish. */
export function useColourFields(table: string) {
  const { app } = useApplication()
  const { data } = useQuery(searchQueries.config(app, table))
  return useMemo(() => {
    const fields = (data?.fields ?? []).flatMap(({ value, label, type }) => {
      const [tb, name] = value.split(':')
      return tb === table && name !== undefined && kinds.has(describeFieldType(type).filterKind)
        ? [{ name, label, type }]
        : []
    })
    const likely = fields.find(({ name, label }) => usual.test(name) || usual.test(label))
    return { fields, likely: likely?.name }
  }, [data, table])
}

/** A value of the field, in the order of its options; the boxes that have it. */
export interface Kind {
  readonly value: string
  readonly label: string
  readonly boxes: ReadonlySet<number>
  readonly units: number
}

/** How the boxes of a drawing fall into the values of a field. */
export function useKinds(table: string, field: string, layout: Layout | undefined) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const asOf = useAsOf()
  const { data } = useQuery({
    ...stratigraphyQueries.values(app, table, field, asOf),
    enabled: field !== noColour,
  })
  return useMemo(() => {
    if (!data || !layout || field === noColour) return { kinds: [], kindOf: () => undefined }
    const found = new Map<string, { boxes: Set<number>; units: number }>()
    layout.boxes.forEach(({ units }, place) => {
      for (const { db_id } of units) {
        const value = data.values.get(db_id)
        if (value === null || value === undefined || value === '') continue
        const kind = found.get(String(value)) ?? { boxes: new Set<number>(), units: 0 }
        kind.boxes.add(place)
        kind.units += 1
        found.set(String(value), kind)
      }
    })
    const order = [...data.labels.keys()]
    const place = (value: string) => (order.includes(value) ? order.indexOf(value) : order.length)
    const yesNo = (value: string) =>
      value === '1' ? t('fields.yes') : value === '0' ? t('fields.no') : value
    const kinds = [...found]
      .sort(([a], [b]) => place(a) - place(b))
      .slice(0, maxColours)
      .map(([value, kind]): Kind => ({ value, label: data.labels.get(value) ?? yesNo(value), ...kind }))
    const kindOf = (box: number) => {
      const at = kinds.findIndex(({ boxes }) => boxes.has(box))
      return at < 0 ? undefined : at
    }
    return { kinds, kindOf }
  }, [data, layout, field, t])
}
