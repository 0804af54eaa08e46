import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { configurationQueries } from '../../queries/configuration.js'
import type { ConfiguredTable, Relation } from './use-configuration.js'

const maxPathLength = 4
const maxPaths = 60

/**
 * Over which tables dates reach this one: chosen from the ways that relations make, or found by the service.
 */
export function DensityPath({
  table,
  value,
  onChange,
}: {
  table: ConfiguredTable
  value: readonly string[]
  onChange: (path: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const { app, table: known } = useApplication()
  const { data } = useQuery(configurationQueries.relations(app))
  const labels = new Map(
    (data?.data ?? []).flatMap(({ from_tb, from_label, to_tb, to_label }) => [
      [from_tb, from_label] as const,
      [to_tb, to_label] as const,
    ]),
  )
  const paths = pathsTo(table.name, data?.data ?? [], (name) => known(name)?.fuzzy_date ?? false)
  const stored = value.join('/')
  if (stored !== '' && !paths.some((path) => path.join('/') === stored)) paths.push([...value])
  return (
    <Select
      label={t('configuration.path')}
      description={t('configuration.pathHint')}
      allowDeselect={false}
      data={[
        { value: '', label: t('configuration.pathOfItself') },
        ...paths.map((path) => ({
          value: path.join('/'),
          label: path.map((name) => labels.get(name) ?? name).join(' ← '),
        })),
      ]}
      value={stored}
      onChange={(path) => onChange(path ? path.split('/') : [])}
    />
  )
}

/** Every way from a table over those that refer to it, to one that has dates. */
function pathsTo(
  root: string,
  relations: readonly Relation[],
  isDated: (table: string) => boolean,
): string[][] {
  const found: string[][] = []
  let ways: string[][] = [[]]
  for (let hop = 0; hop < maxPathLength && found.length < maxPaths; hop++) {
    ways = ways.flatMap((way) => {
      const last = way.at(-1) ?? root
      const next = new Set(relations.filter(({ to_tb }) => to_tb === last).map(({ from_tb }) => from_tb))
      return [...next].filter((name) => name !== root && !way.includes(name)).map((name) => [...way, name])
    })
    found.push(...ways.filter((way) => isDated(way.at(-1) ?? '')))
  }
  return found.slice(0, maxPaths)
}
