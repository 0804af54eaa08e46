import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import type { Unit } from './use-layout.js'

/** How many units are drawn; of a filtered table how many meet the filter, and the way to all of them. */
export function UnitCount({
  table,
  units,
  narrowed,
}: {
  table: { readonly name: string; readonly label: string }
  units: readonly Unit[]
  narrowed: boolean
}) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const number = (count: number) => count.toLocaleString(i18n.language)
  const met = units.filter((unit) => unit.in_filter).length
  if (!narrowed)
    return (
      <span role="status">
        {t('matrix.units', { count: units.length, number: number(units.length), table: table.label })}
      </span>
    )
  return (
    <span role="status">
      {t('matrix.narrowed', { met: number(met), units: number(units.length), table: table.label })}{' '}
      <Link className="reference" to="/app/$app/matrix" params={{ app }} search={{ table: table.name }}>
        {t('matrix.showAll')}
      </Link>
    </span>
  )
}
