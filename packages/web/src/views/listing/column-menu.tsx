import { Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../components/icon.js'
import { ColumnButton } from './column-button.js'
import type { Column } from './columns.js'
import { groupParts } from './groups/group-name.js'
import classes from './record-grid.module.css'
import { type Sort, sortDirection, withoutSort, withSort } from './sorts.js'

/** What can be done with the columns of a grid. */
export interface ColumnActions {
  readonly sorts: readonly Sort[]
  /** @param group as an address names it */
  readonly group: string | undefined
  readonly frozen: number
  readonly onSort: (sorts: readonly Sort[]) => void
  readonly onGroup: (group: string | undefined) => void
  readonly onFreeze: (columns: number) => void
  readonly onFilter: (column: Column) => void
  readonly onFit: (column: Column) => void
  readonly onHide: (column: Column) => void
  /** @param place from 0, among the columns without this one */
  readonly onMove: (column: Column, place: number) => void
}

/** The menu of a column: for the mouse, for keys and for fingers. */
export function ColumnMenu({
  column,
  place,
  count,
  actions,
}: {
  column: Column
  /** Which column it is, from 0, and how many there are. */
  place: number
  count: number
  actions: ColumnActions
}) {
  const { t } = useTranslation()
  const { sorts, group, frozen } = actions
  const { name } = column
  const sorted = sortDirection(sorts, name)
  const hasOthers = sorts.some(({ field }) => field !== name)
  const entry = (icon: IconName, label: string, onClick: () => void, disabled = false) => (
    <Menu.Item key={label} leftSection={<Icon name={icon} size={16} />} disabled={disabled} onClick={onClick}>
      {label}
    </Menu.Item>
  )
  const sortAlone = (descending: boolean) => actions.onSort([{ field: name, descending }])
  const sortToo = (descending: boolean) => actions.onSort(withSort(sorts, name, descending))
  return (
    <ColumnButton
      label={t('column.menu', { column: column.label })}
      className={classes['menu']}
      face={<Icon name="down" size={12} />}
    >
      {() => (
        <>
          {entry('sortUp', t('column.ascending'), () => sortAlone(false))}
          {entry('sortDown', t('column.descending'), () => sortAlone(true))}
          {hasOthers && entry('sortUp', t('column.thenAscending'), () => sortToo(false))}
          {hasOthers && entry('sortDown', t('column.thenDescending'), () => sortToo(true))}
          {sorted !== undefined &&
            entry('close', t('column.unsorted'), () => actions.onSort(withoutSort(sorts, name)))}
          <Menu.Divider />
          {entry('filter', t('column.filter'), () => actions.onFilter(column))}
          {groupParts(column).map((part) =>
            entry('layers', t(part ? `column.group_${part}` : 'column.group'), () =>
              actions.onGroup(part ? `${name}:${part}` : name),
            ),
          )}
          {group?.split(':')[0] === name && entry('close', t('groups.end'), () => actions.onGroup(undefined))}
          <Menu.Divider />
          {place + 1 === frozen && frozen > 1
            ? entry('pushpin', t('column.unfreeze'), () => actions.onFreeze(1))
            : entry('pushpin', t('column.freeze'), () => actions.onFreeze(place + 1))}
          {entry('fit', t('column.fit'), () => actions.onFit(column))}
          {entry('left', t('column.left'), () => actions.onMove(column, place - 1), place === 0)}
          {entry('right', t('column.right'), () => actions.onMove(column, place + 1), place === count - 1)}
          {entry('minus', t('column.hide'), () => actions.onHide(column), count === 1)}
        </>
      )}
    </ColumnButton>
  )
}
