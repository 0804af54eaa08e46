import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Column } from '../columns.js'
import { groupParts } from './group-name.js'

/** By what the records of a list are grouped, where it has no columns whose menus say it. */
export function GroupChoice({
  all,
  group,
  onGroup,
  ...look
}: {
  all: readonly Column[]
  /** As an address names it. */
  group: string | undefined
  onGroup: (group: string | undefined) => void
} & Pick<SelectProps, 'size' | 'label' | 'w'>) {
  const { t } = useTranslation()
  return (
    <Select
      {...look}
      searchable
      clearable
      aria-label={look.label ? undefined : t('groups.choose')}
      placeholder={t('groups.choose')}
      clearButtonProps={{ 'aria-label': t('groups.end') }}
      data={all.flatMap((column) =>
        groupParts(column).map((part) => ({
          value: part ? `${column.name}:${part}` : column.name,
          label: part ? t(`groups.part_${part}`, { field: column.label }) : column.label,
        })),
      )}
      value={group ?? null}
      onChange={(chosen) => onGroup(chosen ?? undefined)}
    />
  )
}
