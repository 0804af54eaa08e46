import { Select } from '@mantine/core'
import { useQueries } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { assemblageQueries } from '../../queries/charts.js'
import { type AnalysisDraft, maxSteps } from './analysis-draft.js'

/**
 * The way to the records that make the rows, one lookup after the other, and the field of theirs that names a
 * row.
 */
export function RowsStep({
  draft,
  onChange,
}: {
  draft: AnalysisDraft
  onChange: (draft: AnalysisDraft) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const tables = [draft.source, ...draft.path.map(({ join_tb }) => join_tb)]
  const metas = useQueries({ queries: tables.map((table) => assemblageQueries.tableMeta(app, table)) })
  const last = metas.at(-1)?.data
  return (
    <>
      {metas.map(({ data }, place) => {
        const ways = (data?.fields ?? []).filter((field) => field.is_fk && field.fk_tb !== undefined)
        const step = draft.path[place]
        if (place >= maxSteps || (ways.length === 0 && !step)) return null
        return (
          <Select
            key={place}
            label={t('assemblages.way', { table: data?.label ?? '' })}
            {...(place === 0 && { description: t('assemblages.wayText') })}
            placeholder={t('assemblages.itself', { table: data?.label ?? '' })}
            clearable
            searchable
            data={ways.map(({ name, label, fk_label }) => ({
              value: name,
              label: `${label} → ${fk_label ?? ''}`,
            }))}
            value={step?.local_field ?? null}
            onChange={(name) => {
              const way = ways.find((one) => one.name === name)
              const before = draft.path.slice(0, place)
              onChange({
                ...draft,
                rows: '',
                path: way?.fk_tb
                  ? [...before, { local_field: way.name, join_tb: way.fk_tb, join_pk: way.fk_pk ?? 'id' }]
                  : before,
              })
            }}
          />
        )
      })}
      <Select
        label={t('assemblages.rowsOf', { table: last?.label ?? '' })}
        searchable
        data={(last?.fields ?? [])
          .filter(({ name }) => name !== 'osteo_data')
          .map(({ name, label }) => ({
            value: name,
            label: name === 'id' ? t('assemblages.eachRecord') : label,
          }))}
        value={draft.rows || null}
        onChange={(rows) => onChange({ ...draft, rows: rows ?? '' })}
      />
    </>
  )
}
