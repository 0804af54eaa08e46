import { Alert, Button, Group, Pagination, Stack, Text } from '@mantine/core'
import type { RunSqlReply } from '@trowel/contract/raw-sql.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { csvText } from '../../components/csv-text.js'
import { Icon } from '../../components/icon.js'
import { saveBlob } from '../../components/save-file.js'
import classes from './sql-answer.module.css'

type Answer = RunSqlReply
type Rows = Extract<Answer, { rows: unknown }>
type Value = Rows['rows'][number][string]

const perPage = 200

/** What a statement answered: rows, or how many it changed. */
export function SqlAnswer({ answer }: { answer: Answer }) {
  const { t, i18n } = useTranslation()
  if ('rows' in answer) return <Found answer={answer} />
  return (
    <Alert color="green" variant="light" role="status" icon={<Icon name="check" />}>
      {answer.affected === 0
        ? t('sql.done')
        : t('sql.changed', {
            count: answer.affected,
            number: answer.affected.toLocaleString(i18n.language),
          })}
    </Alert>
  )
}

function Found({ answer }: { answer: Rows }) {
  const { t, i18n } = useTranslation()
  const [page, setPage] = useState(1)
  const { columns, rows, total, truncated } = answer
  const shown = rows.slice((page - 1) * perPage, page * perPage)
  const kinds = columns.map((column) => kindOf(rows.map((row) => row[column] ?? null)))
  const save = () =>
    saveBlob(
      csvText([columns, ...rows.map((row) => columns.map((column) => row[column] ?? null))]),
      'result.csv',
    )
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Text size="sm" role="status">
          {t('sql.rows', { count: total, number: total.toLocaleString(i18n.language) })}
          {truncated && ` ${t('sql.truncated')}`}
        </Text>
        {total > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="export" size={14} />}
            onClick={save}
          >
            {t('sql.csv')}
          </Button>
        )}
      </Group>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by keys */}
      <section className={classes['scroll']} aria-label={t('sql.result')} tabIndex={0}>
        <table className={classes['table']}>
          <thead>
            <tr>
              {columns.map((column, place) => (
                <th key={column} data-kind={kinds[place]} scope="col">
                  {column}
                  <span className={classes['kind']}>{t(`sql.kinds.${kinds[place] ?? 'empty'}`)}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, place) => (
              <tr key={place}>
                {columns.map((column, k) => (
                  <td key={column} data-kind={kinds[k]}>
                    <Cell value={row[column] ?? null} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      {total > perPage && (
        <Pagination
          total={Math.ceil(total / perPage)}
          value={page}
          onChange={setPage}
          getControlProps={(control) => ({ 'aria-label': t(`log.controls.${control}`) })}
          getItemProps={(item) => ({ 'aria-label': t('log.goTo', { page: item }) })}
        />
      )}
    </Stack>
  )
}

type Kind = 'number' | 'text' | 'mixed' | 'empty'

function kindOf(values: readonly Value[]): Kind {
  const kinds = new Set(values.filter((value) => value !== null).map((value) => typeof value))
  if (kinds.size === 0) return 'empty'
  if (kinds.size > 1) return 'mixed'
  return kinds.has('number') ? 'number' : 'text'
}

const Cell = ({ value }: { value: Value }) =>
  value === null ? <span className={classes['null']}>NULL</span> : <span dir="auto">{value}</span>
