import { Pagination } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/**
 * Turns the pages of a list that is longer than one. `onPage`: which one, as its address says it: nothing for
 * the first.
 */
export function Pages({
  page,
  total,
  perPage,
  label,
  mt,
  onPage,
}: {
  page: number
  total: number
  perPage: number
  label?: string
  mt?: string
  onPage: (page: number | undefined) => void
}) {
  const { t } = useTranslation()
  if (total <= perPage) return null
  return (
    <Pagination
      {...(label !== undefined && { 'aria-label': label })}
      {...(mt !== undefined && { mt })}
      total={Math.ceil(total / perPage)}
      value={page}
      onChange={(to) => onPage(to === 1 ? undefined : to)}
      getControlProps={(control) => ({ 'aria-label': t(`pages.${control}`) })}
    />
  )
}
