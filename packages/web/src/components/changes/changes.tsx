import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Change } from '@trowel/contract/changes.js'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { Icon } from '../icon.js'
import { ChangedFields } from './changed-fields.js'
import classes from './changes.module.css'
import { RecordName } from './record-name.js'
import { type TextOf, useValueTexts } from './value-texts.js'

/** From so many changes on, rows that were made or deleted are folded. */
const manyChanges = 6

/** Rows of a set, each before and after. */
export function Changes({
  changes,
  total,
  isOfOne = false,
}: {
  changes: readonly Change[]
  total: number
  /** They are all about the one record that the page is about. */
  isOfOne?: boolean
}) {
  const { t } = useTranslation()
  const { textOf, nameOfFile } = useValueTexts(changes)
  return (
    <ol className={classes['changes']} aria-label={t('history.changes')}>
      {changes.map((change) => (
        <OneChange
          key={`${change.entity} ${change.table} ${change.id}`}
          change={change}
          // Who reads of one record knows what it holds.
          startsOpen={
            change.operation === 'updated' ||
            (total < manyChanges && !(isOfOne && change.entity === 'record'))
          }
          isOfOne={isOfOne}
          fileName={nameOfFile(change)}
          textOf={textOf}
        />
      ))}
    </ol>
  )
}

function OneChange({
  change,
  startsOpen,
  isOfOne,
  fileName,
  textOf,
}: {
  change: Change
  startsOpen: boolean
  isOfOne: boolean
  fileName: string | undefined
  textOf: TextOf
}) {
  const { t } = useTranslation()
  const { app, table } = useApplication()
  const [isOpen, setOpen] = useState(startsOpen)
  const id = useId()
  const { entity, operation, record, fields } = change
  const known = record && table(record.table)
  const what =
    entity === 'record'
      ? isOfOne
        ? t('history.record')
        : (known?.label ?? record?.table)
      : t(`history.${isOfOne ? 'things' : 'entities'}.${entity}`)
  return (
    <li className={classes['change']}>
      <div className={classes['head']}>
        <UnstyledButton
          className={classes['fold'] ?? ''}
          aria-expanded={isOpen}
          aria-controls={id}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name={isOpen ? 'down' : 'right'} size={13} />
          <span className={classes['operation']} data-operation={operation}>
            {t(`history.operations.${operation}`)}
          </span>
          <span className={classes['entity']}>{what}</span>
        </UnstyledButton>
        {fileName !== undefined && <span className={classes['record']}>{fileName}</span>}
        {record && !isOfOne && (
          <span className={classes['record']}>
            {entity !== 'record' && known && `${known.label} `}
            <RecordName record={record} />
          </span>
        )}
        {entity === 'record' && operation !== 'created' && record && !isOfOne && (
          <Link
            to="/app/$app/record/$table/$id/versions"
            params={{ app, table: record.table, id: String(record.id) }}
            className={classes['versions']}
            aria-label={t('versions.of', { name: record.label ?? String(record.id) })}
          >
            {t('versions.menu')}
            <Icon name="right" size={13} />
          </Link>
        )}
      </div>
      {isOpen && (
        <div id={id} className={classes['body']}>
          {change.bytes_gone && <p className={classes['same']}>{t('history.bytesGone')}</p>}
          {fields.length === 0 ? (
            <p className={classes['same']}>{t('versions.same')}</p>
          ) : (
            <ChangedFields change={change} textOf={textOf} />
          )}
        </div>
      )}
    </li>
  )
}
