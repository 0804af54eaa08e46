import { Text } from '@mantine/core'
import type { CurveSource } from '@trowel/contract/radiocarbon.js'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldText, isEmpty } from '../../../components/fields/field-text.js'
import { Section } from '../../../components/section.js'
import type { WholeRecord } from '../../../queries/records.js'
import classes from '../record-sheet.module.css'
import { CalibratedRanges, CurveSources, isBound, isRadiocarbon } from './dating-section-radiocarbon.js'

type Plugin = WholeRecord['schema']['plugins'][string]
type Rows = WholeRecord['plugins'][string]['data']

/** The rows of a plugin table; columns in which nothing stands take no room. */
export function PluginSection({
  plugin,
  rows,
  curves,
  showEmpty,
}: {
  plugin: Plugin
  rows: Rows
  curves: readonly CurveSource[]
  showEmpty: boolean
}) {
  const { t } = useTranslation()
  if (rows.length === 0 && !showEmpty) return null
  const hasAges = isRadiocarbon(plugin.fields)
  // What an age is in calendar years stands beside the age.
  const isAge = (name: string) => hasAges && name === 'bp_error'
  const columns = plugin.fields.filter(
    ({ name, hide }) =>
      name !== 'id' &&
      name !== 'id_link' &&
      !hide &&
      !(hasAges && isBound(name)) &&
      (showEmpty || rows.some((row) => !isEmpty(row[name]))),
  )
  return (
    <Section name={`plugin.${plugin.tb_id}`} title={plugin.label} count={rows.length}>
      {rows.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('record.noRows')}
        </Text>
      ) : (
        <section className={classes['rows']} aria-label={plugin.label}>
          <table>
            <thead>
              <tr>
                {columns.map((column) => (
                  <Fragment key={column.name}>
                    <th scope="col">{column.label}</th>
                    {isAge(column.name) && <th scope="col">{t('radiocarbon.calibrated')}</th>}
                  </Fragment>
                ))}
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={String(row['id']?.val)}>
                  {columns.map((column) => {
                    const cell = row[column.name]
                    return (
                      <Fragment key={column.name}>
                        <td>{cell && <FieldText field={column} cell={cell} />}</td>
                        {isAge(column.name) && (
                          <td>
                            <CalibratedRanges row={row} />
                          </td>
                        )}
                      </Fragment>
                    )
                  })}
                </tr>
              ))}
            </tbody>
          </table>
          <CurveSources curves={curves} />
        </section>
      )}
    </Section>
  )
}
