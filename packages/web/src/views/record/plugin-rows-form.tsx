import { ActionIcon, Button } from '@mantine/core'
import type { Problem } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { FieldInput } from '../../components/fields/field-input.js'
import { Icon } from '../../components/icon.js'
import { Section } from '../../components/section.js'
import type { WholeRecord } from '../../queries/records.js'
import { type Draft, withCell, withNewRow, withoutRow, withRowBack } from './draft.js'
import { sentenceFor } from './field-problem.js'
import classes from './record-form.module.css'
import { isBound } from './sections/dating-section-radiocarbon.js'

/** The rows of a plugin table, to be changed, removed and added to. */
export function PluginRowsForm({
  plugin,
  rows,
  draft,
  problems,
  onChange,
}: {
  plugin: WholeRecord['schema']['plugins'][string]
  rows: WholeRecord['plugins'][string]['data']
  draft: Draft
  problems: readonly Problem[]
  onChange: (change: (now: Draft) => Draft) => void
}) {
  const { t } = useTranslation()
  const table = plugin.tb_id
  const columns = plugin.fields.filter(
    ({ name, hide }) => name !== 'id' && name !== 'id_link' && !hide && !isBound(name),
  )
  const removed = draft.removedRows[table] ?? []
  const stored = rows.map((row) => {
    const key = Number(row['id']?.val)
    const changed = draft.changedRows[table]?.find((one) => one.key === key)?.values ?? {}
    return { key, cells: row, changed }
  })
  const added = (draft.newRows[table] ?? []).map(({ key, values }) => ({
    key,
    cells: {} as (typeof rows)[number],
    changed: values,
  }))
  return (
    <Section
      name={`plugin.${table}`}
      title={plugin.label}
      count={rows.length}
      actions={
        <Button
          size="compact-sm"
          variant="default"
          leftSection={<Icon name="plus" size={14} />}
          onClick={() => onChange((now) => withNewRow(now, table))}
        >
          {t('form.addRow')}
        </Button>
      }
    >
      {stored.length + added.length > 0 && (
        <div className={classes['rows']}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.name} scope="col">
                    {column.label}
                    {column.required && (
                      <span className={classes['required']} aria-hidden="true">
                        {' *'}
                      </span>
                    )}
                  </th>
                ))}
                <td />
              </tr>
            </thead>
            <tbody>
              {[...stored, ...added].map(({ key, cells, changed }) => {
                const gone = removed.includes(key)
                return (
                  <tr key={key} data-removed={gone || undefined}>
                    {columns.map((column) => (
                      <td key={column.name}>
                        <FieldInput
                          bare
                          field={gone ? { ...column, readonly: true } : column}
                          table={table}
                          value={
                            column.name in changed
                              ? (changed[column.name] ?? null)
                              : (cells[column.name]?.val ?? null)
                          }
                          valueLabel={column.name in changed ? undefined : cells[column.name]?.val_label}
                          error={sentenceFor(
                            problems,
                            { table, row: key, field: column.name },
                            column.help ?? t('form.pattern'),
                          )}
                          onChange={(value) =>
                            onChange((now) => withCell(now, table, key, column.name, value))
                          }
                        />
                      </td>
                    ))}
                    <td>
                      <ActionIcon
                        variant="subtle"
                        color="gray"
                        mt={4}
                        aria-label={t(gone ? 'form.keepRow' : 'form.removeRow')}
                        onClick={() =>
                          onChange((now) =>
                            gone ? withRowBack(now, table, key) : withoutRow(now, table, key),
                          )
                        }
                      >
                        <Icon name={gone ? 'undo' : 'bin'} size={16} />
                      </ActionIcon>
                    </td>
                  </tr>
                )
              })}
            </tbody>
          </table>
        </div>
      )}
    </Section>
  )
}
