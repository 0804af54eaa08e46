import { Text } from '@mantine/core'
import { type Change, changedEntities } from '@trowel/contract/changes.js'
import type { UndoReply } from '@trowel/contract/undo.js'
import { useTranslation } from 'react-i18next'
import { problemText } from '../refusal.js'
import { changedWords } from '../versions/changed-words.js'
import { Side } from '../versions/differences.js'
import { momentText } from '../versions/version-words.js'
import { foldedText } from './folded-text.js'
import classes from './undo-conflicts.module.css'
import { useRowNames } from './use-row-names.js'
import { useValueTexts } from './value-texts.js'

type Conflict = UndoReply['conflicts'][number]

/** So many stand in an answer at most. */
const maxNamed = 200

/** What was changed again later: as it is now, beside what it would become, by whom and when. */
export function Conflicts({ conflicts }: { conflicts: readonly Conflict[] }) {
  const { t, i18n } = useTranslation()
  const changes = conflicts.map(asChange)
  const { textOf, labelOf } = useValueTexts(changes)
  const nameOf = useRowNames(conflicts)
  return (
    <section aria-label={t('history.conflicts')}>
      <Text size="sm" fw={600} mb={4}>
        {t('history.conflicts')}
      </Text>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also by keyboard */}
      <div className={classes['scroll']} tabIndex={0} role="group" aria-label={t('history.conflicts')}>
        <table className={classes['conflicts']}>
          <thead>
            <tr>
              <th scope="col">{t('history.where')}</th>
              <th scope="col">{t('history.now')}</th>
              <th scope="col">{t('history.wouldBe')}</th>
              <th scope="col">{t('history.changedBy')}</th>
            </tr>
          </thead>
          <tbody>
            {conflicts.map((conflict, k) => {
              const { entity, table, id, field, now, was, by, time } = conflict
              const change = changes[k] ?? asChange(conflict)
              const isWhole = field === 'id'
              const { before, after } = changedWords(textOf(change, field, now), textOf(change, field, was))
              return (
                <tr key={`${entity} ${table} ${id} ${field}`}>
                  <th scope="row">
                    {nameOf(conflict)}
                    {!isWhole && <span className={classes['field']}>{labelOf(change, field)}</span>}
                  </th>
                  {isWhole ? (
                    <td colSpan={2}>{problemText(conflict)}</td>
                  ) : (
                    <>
                      <td data-label={t('history.now')}>
                        <Side text={foldedText(before)} as="del" marks={after.own !== ''} />
                      </td>
                      <td data-label={t('history.wouldBe')}>
                        <Side text={foldedText(after)} as="ins" marks={before.own !== ''} />
                      </td>
                    </>
                  )}
                  <td data-label={t('history.changedBy')}>
                    {by ?? '–'}
                    {time && <span className={classes['field']}>{momentText(time, i18n.language)}</span>}
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {conflicts.length === maxNamed && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('history.firstOnly', { count: maxNamed })}
        </Text>
      )}
    </section>
  )
}

/** A conflict as if it were the change that undoing makes, so that its values are told like those. */
const asChange = ({ entity, table, id, field, now, was }: Conflict): Change => ({
  entity: changedEntities.find((one) => one === entity) ?? 'record',
  table,
  id,
  record: table === null ? null : { table, id, label: null },
  operation: 'updated',
  fields: [{ field, label: field, before: now, after: was }],
})
