import { Button, Table, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { TimelineTable } from '@trowel/contract/chronology.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CertaintyMark } from '../../components/fields/fuzzy-date-certainty.js'
import { certaintyOf, dateInWords, useDateWords } from '../../components/fields/fuzzy-date-words.js'
import { useApplication } from '../../core/application.js'
import classes from './dated-table.module.css'

const atOnce = 200

/** The same as the drawing, in words. */
export function DatedTable({ tables }: { tables: readonly TimelineTable[] }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const words = useDateWords()
  const [shown, setShown] = useState(atOnce)
  const all = tables.flatMap(({ tb_id, tb_label, records }) =>
    records.map((record) => ({ ...record, tb_id, tb_label })),
  )
  const year = (one: number | null) => (one === null ? '…' : words.year(one))
  return (
    <section className={classes['scroll']} aria-label={t('timeline.asTable')}>
      <Table stickyHeader verticalSpacing={6}>
        <Table.Thead>
          <Table.Tr>
            {(['record', 'table', 'date', 'from', 'to', 'certainty', 'period'] as const).map((column) => (
              <Table.Th key={column} scope="col">
                {t(`timeline.columns.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {all.slice(0, shown).map((one) => (
            <Table.Tr key={`${one.tb_id}${one.id}`}>
              <Table.Th scope="row" fw={500}>
                <Link
                  to="/app/$app/record/$table/$id"
                  params={{ app, table: one.tb_id, id: String(one.id) }}
                  className="reference"
                >
                  {one.label}
                </Link>
              </Table.Th>
              <Table.Td>{one.tb_label}</Table.Td>
              <Table.Td>{dateInWords(one.chrono_label, one, words)}</Table.Td>
              <Table.Td className="numbers">{year(one.from)}</Table.Td>
              <Table.Td className="numbers">{year(one.to)}</Table.Td>
              <Table.Td>
                <CertaintyMark certainty={certaintyOf(one.certainty)} />
              </Table.Td>
              <Table.Td>{one.period}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      {all.length > shown && (
        <Button variant="default" m="sm" onClick={() => setShown(shown + atOnce)}>
          {t('timeline.more')}{' '}
          <Text component="span" size="sm" c="dimmed" ml={6} className="numbers">
            {t('timeline.shown', {
              shown: shown.toLocaleString(i18n.language),
              all: all.length.toLocaleString(i18n.language),
            })}
          </Text>
        </Button>
      )}
    </section>
  )
}
