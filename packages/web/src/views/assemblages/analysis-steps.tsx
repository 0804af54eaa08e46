import { Button, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { measures } from '@trowel/contract/assemblages.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterRow } from '../../components/filter/filter-row.js'
import { Icon } from '../../components/icon.js'
import { useApplication } from '../../core/application.js'
import { assemblageQueries } from '../../queries/charts.js'
import { type AnalysisDraft, filterFieldsOf, newAnalysis } from './analysis-draft.js'
import classes from './assemblages.module.css'
import { RowsStep } from './rows-step.js'

/** What is counted, in four steps: of which records, in which columns, in which rows, and what. */
export function AnalysisSteps({
  draft,
  onChange,
  children,
}: {
  draft: AnalysisDraft
  onChange: (draft: AnalysisDraft) => void
  children: ReactNode
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const sources = useQuery(assemblageQueries.sources(app))
  const { data: meta } = useQuery({
    ...assemblageQueries.tableMeta(app, draft.source),
    enabled: draft.source !== '',
  })
  const fields = (meta?.fields ?? []).filter(({ name }) => name !== 'osteo_data')
  const filterFields = filterFieldsOf(meta)
  const replaced = (place: number, conditions: AnalysisDraft['conditions']) =>
    onChange({
      ...draft,
      conditions: draft.conditions.flatMap((one, at) => (at === place ? conditions : [one])),
    })
  return (
    <div className={classes['steps']}>
      <div className={classes['step']}>
        <h2>{t('assemblages.steps.source')}</h2>
        <Select
          label={t('assemblages.source')}
          searchable
          allowDeselect={false}
          data={[
            ...(sources.data?.tables ?? []).map(({ name, label }) => ({ value: name, label })),
            ...(sources.data?.plugins ?? []).map(({ name, label, parent_label }) => ({
              value: name,
              label: parent_label ? `${parent_label} › ${label}` : label,
            })),
          ]}
          value={draft.source || null}
          onChange={(source) => source !== null && onChange({ ...newAnalysis, source })}
        />
        <Select
          label={t('assemblages.columns')}
          description={t('assemblages.columnsText')}
          searchable
          disabled={draft.source === ''}
          data={fields.map(({ name, label }) => ({ value: name, label }))}
          value={draft.columns || null}
          onChange={(columns) => onChange({ ...draft, columns: columns ?? '' })}
        />
      </div>
      <div className={classes['step']}>
        <h2>{t('assemblages.steps.rows')}</h2>
        {draft.source === '' ? (
          <Text size="sm" c="dimmed">
            {t('assemblages.sourceFirst')}
          </Text>
        ) : (
          <RowsStep draft={draft} onChange={onChange} />
        )}
      </div>
      <div className={classes['step']}>
        <h2>{t('assemblages.steps.measure')}</h2>
        <Select
          label={t('assemblages.measure')}
          allowDeselect={false}
          data={measures.map((one) => ({ value: one, label: t(`assemblages.measures.${one}`) }))}
          value={draft.measure}
          onChange={(measure) => measure !== null && onChange({ ...draft, measure, measured: '' })}
        />
        {draft.measure !== 'count' && (
          <Select
            label={t('charts.measured')}
            searchable
            data={fields
              .filter((field) => draft.measure !== 'sum' || field.is_numeric)
              .map(({ name, label }) => ({ value: name, label }))}
            value={draft.measured || null}
            onChange={(measured) => onChange({ ...draft, measured: measured ?? '' })}
          />
        )}
      </div>
      <div className={classes['step']}>
        <h2>{t('assemblages.steps.save')}</h2>
        {children}
      </div>
      {draft.source !== '' && (
        <div className={`${classes['step']} ${classes['wide']}`}>
          <h2>{t('charts.which')}</h2>
          <ul className={classes['conditions']}>
            {draft.conditions.map((condition, place) => (
              <FilterRow
                key={place}
                fields={filterFields}
                condition={condition}
                onChange={(now) => replaced(place, [now])}
                onRemove={() => replaced(place, [])}
              />
            ))}
          </ul>
          {draft.otherFilters.length > 0 && (
            <Text size="sm">{t('assemblages.otherFilters', { count: draft.otherFilters.length })}</Text>
          )}
          <div>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="plus" size={14} />}
              onClick={() =>
                onChange({
                  ...draft,
                  conditions: [...draft.conditions, { field: '', operator: '_icontains', values: [] }],
                })
              }
            >
              {t('filter.add')}
            </Button>
          </div>
        </div>
      )}
    </div>
  )
}
