import { Anchor } from '@mantine/core'
import type { Change } from '@trowel/contract/changes.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedWords } from '../versions/changed-words.js'
import { Side } from '../versions/differences.js'
import classes from '../versions/differences.module.css'
import { fieldText } from './change-set-words.js'
import { foldedText } from './folded-text.js'
import type { TextOf } from './value-texts.js'

/** What nobody asks of a row that was made or deleted: the set says who it was. */
const ofNoUse: Readonly<Partial<Record<Change['entity'], readonly string[]>>> = {
  record: ['creator'],
  file: ['creator', 'sha256', 'rev'],
  citation: ['lib_id', 'refman_key', 'refman_version'],
  saved_query: ['user_id'],
  chart: ['user_id'],
  assemblage: ['user_id'],
  map_view: ['user_id'],
}

/** The fields of a row: old beside new, or what it was made with, or held when it was deleted. */
export function ChangedFields({ change, textOf }: { change: Change; textOf: TextOf }) {
  const { t } = useTranslation()
  const { operation, entity } = change
  const fields = change.fields.filter(
    ({ field, before, after }) =>
      operation === 'updated' ||
      !(ofNoUse[entity]?.includes(field) || textOf(change, field, after ?? before) === ''),
  )
  return (
    <div className={classes['scroll']}>
      <table className={classes['table']} data-one-side={operation !== 'updated' || undefined}>
        <thead>
          <tr>
            <th scope="col">{t('versions.field')}</th>
            {operation !== 'created' && (
              <th scope="col">{t(operation === 'updated' ? 'versions.before' : 'versions.held')}</th>
            )}
            {operation !== 'deleted' && (
              <th scope="col">{t(operation === 'updated' ? 'versions.after' : 'history.value')}</th>
            )}
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <FieldRow key={field.field} change={change} field={field} textOf={textOf} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function FieldRow({
  change,
  field,
  textOf,
}: {
  change: Change
  field: Change['fields'][number]
  textOf: TextOf
}) {
  const { t } = useTranslation()
  const [isWhole, setWhole] = useState(false)
  const { operation, entity } = change
  const before = textOf(change, field.field, field.before)
  const after = textOf(change, field.field, field.after)
  const whole = changedWords(before, after)
  const folded = { before: foldedText(whole.before), after: foldedText(whole.after) }
  const isLong = folded.before !== whole.before || folded.after !== whole.after
  const shown = isWhole ? whole : folded
  const marks = operation === 'updated' && before !== '' && after !== ''
  return (
    <tr>
      <th scope="row">
        {fieldText(entity, field)}
        {isLong && (
          <Anchor
            component="button"
            type="button"
            size="xs"
            display="block"
            onClick={() => setWhole(!isWhole)}
          >
            {t(isWhole ? 'history.fold' : 'history.whole')}
          </Anchor>
        )}
      </th>
      {operation !== 'created' && (
        <td>
          <Side text={shown.before} as="del" marks={marks} />
        </td>
      )}
      {operation !== 'deleted' && (
        <td>
          <Side text={shown.after} as="ins" marks={marks} />
        </td>
      )}
    </tr>
  )
}
