import { useTranslation } from 'react-i18next'
import { usePrinting } from '../../core/printing.js'
import { copiedText, type Found } from './cells/cell-text.js'
import type { Column } from './columns.js'
import classes from './printed-rows.module.css'

/** More rows than these are printed as PDF. */
const maxRows = 2000
/** Numbers, days and codes so long stand in one line. */
const maxShort = 12
/** More columns than these have smaller letters. */
const maxColumns = 8

/**
 * The rows of a list that are here, for the print of the browser: the list itself draws only those in sight.
 * Says how to print the others.
 */
export function PrintedRows({
  columns,
  total,
  at,
  headAt,
}: {
  columns: readonly Column[]
  /** How many lines the list has. */
  total: number
  at: (index: number) => Found | undefined
  /** The head of a group, where there is one at a line. */
  headAt?: (index: number) => string | undefined
}) {
  const { t, i18n } = useTranslation()
  if (!usePrinting()) return null
  const lines = Array.from({ length: Math.min(total, maxRows) }, (_, index) => ({
    index,
    head: headAt?.(index),
    found: at(index),
  }))
  const missing = total - lines.filter(({ head, found }) => head !== undefined || found).length
  return (
    <>
      {missing > 0 && (
        <p className={classes['missing']}>
          {t('print.missing', { count: missing, number: missing.toLocaleString(i18n.language) })}
        </p>
      )}
      <table className={classes['rows']} data-many={columns.length > maxColumns || undefined}>
        <thead>
          <tr>
            {columns.map(({ name, label, isNumber }) => (
              <th key={name} scope="col" data-number={isNumber || undefined}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ index, head, found }) =>
            head !== undefined ? (
              <tr key={index}>
                <th scope="rowgroup" colSpan={columns.length}>
                  {head}
                </th>
              </tr>
            ) : (
              found && (
                <tr key={index}>
                  {columns.map((column) => {
                    const text = copiedText(found, column)
                    return (
                      <td
                        key={column.name}
                        data-number={column.isNumber || undefined}
                        data-short={text.length <= maxShort || undefined}
                      >
                        {text}
                      </td>
                    )
                  })}
                </tr>
              )
            ),
          )}
        </tbody>
      </table>
    </>
  )
}
