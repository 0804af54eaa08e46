import { MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { configurationQueries } from '../../queries/configuration.js'
import type { ConfiguredTable } from './use-configuration.js'

/** Tables that refer to this one through rows of another: burials through their grave goods. */
export function BacklinkChoice({
  table,
  value,
  error,
  onChange,
}: {
  table: ConfiguredTable
  value: readonly string[]
  error: string | undefined
  onChange: (backlinks: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { data } = useQuery(configurationQueries.relations(app))
  const tables = useQuery(configurationQueries.tables(app))
  const relations = data?.data ?? []
  const offered = new Map(
    relations
      .filter(({ to_tb, from_tb }) => to_tb === table.name && from_tb !== table.name)
      .flatMap((here) =>
        relations
          .filter(
            (there) =>
              there.from_tb === here.from_tb &&
              there.from_col !== here.from_col &&
              there.to_tb !== table.name,
          )
          .map((there) => [
            `${there.to_tb}:${here.from_tb}:${here.from_col}`,
            t('configuration.through', { table: there.to_label, through: here.from_label }),
          ]),
      ),
  )
  const labelOf = (name: string) => tables.data?.tables.find((one) => one.name === name)?.label ?? name
  for (const kept of value) {
    const [from = '', through = ''] = kept.split(':')
    if (!offered.has(kept))
      offered.set(kept, t('configuration.through', { table: labelOf(from), through: labelOf(through) }))
  }
  return (
    <MultiSelect
      label={t('configuration.backlinks')}
      description={t('configuration.backlinksHint')}
      data={[...offered].map(([key, label]) => ({ value: key ?? '', label: label ?? '' }))}
      value={[...value]}
      error={error}
      disabled={offered.size === 0}
      onChange={onChange}
    />
  )
}
