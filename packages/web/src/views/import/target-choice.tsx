import { Select, type SelectProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Table } from '../../core/application.js'

/** No table is called so. */
const fresh = '\u0000new'

/** Where a file goes: a table that is there, or, for those who may make tables, one of its own. */
export type Target = Table | 'new'

/** The choice of where a file goes. */
export function TargetChoice({
  tables,
  target,
  mayMake,
  onTarget,
  ...input
}: Pick<SelectProps, 'label' | 'description' | 'aria-label' | 'size' | 'w'> & {
  tables: readonly Table[]
  target: Target | undefined
  mayMake: boolean
  onTarget: (target: Target) => void
}) {
  const { t } = useTranslation()
  return (
    <Select
      {...input}
      searchable
      allowDeselect={false}
      placeholder={t('import.chooseTable')}
      data={[
        ...(mayMake ? [{ value: fresh, label: t('import.newTable') }] : []),
        ...tables.map(({ name, label }) => ({ value: name, label })),
      ]}
      value={target === 'new' ? fresh : (target?.name ?? null)}
      onChange={(name) => {
        const chosen = name === fresh ? 'new' : tables.find((table) => table.name === name)
        if (chosen) onTarget(chosen)
      }}
    />
  )
}
