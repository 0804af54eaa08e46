import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ApiError } from '@trowel/client'
import type { ChangeSet } from '@trowel/contract/changes.js'
import type { Job } from '@trowel/contract/jobs.js'
import { privileges } from '@trowel/contract/privileges.js'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { askToUndo } from '../../components/changes/undo-request.js'
import { DropAnywhere } from '../../components/files/drop-file.js'
import { Icon } from '../../components/icon.js'
import { problemText } from '../../components/refusal.js'
import { Empty, Failed, Waiting } from '../../components/states.js'
import { type Table, useApplication } from '../../core/application.js'
import { changeSetOf, followJob, jobQueries } from '../../core/running-jobs.js'
import { historyQueries } from '../../queries/history.js'
import { Counts, isOutcome, MissingUnits, numberIn, type Outcome, storedIn } from './counts.js'
import classes from './import.module.css'
import { NextSteps, type Waiting as WaitingFiles } from './next-steps.js'
import { ProblemTable } from './problem-table.js'
import { RepeatedRows } from './repeated-rows.js'
import { SaveRefused } from './save-refused.js'

/** Third step: how far the run is, then what came of it. It goes on without this page. */
export function JobView({
  id,
  table: given,
  waiting,
  onAgain,
  onFiles,
}: {
  id: number
  /** The table that is filled; one that the job makes is named by its result. */
  table: Table | undefined
  waiting: WaitingFiles
  onAgain: () => void
  /** Files for the records of the table. */
  onFiles: (files: readonly File[], table: Table, kind: 'rows' | 'relations') => void
}) {
  const { t } = useTranslation()
  const { app, table: named, mayAct } = useApplication()
  const query = useQuery(jobQueries.one(app, id))
  const job = query.data?.job
  const result: unknown = job?.result
  const made = isOutcome(result) ? result['tb'] : undefined
  const table = typeof made === 'string' ? named(made) : given
  const changeSet = job && changeSetOf(job)
  const { data: changes } = useQuery({
    ...historyQueries.changeSet(app, changeSet ?? 0, { per_page: 1 }),
    enabled: changeSet !== undefined,
  })
  const isUndone = (changes?.change_set.undone_by ?? null) !== null
  // The lists follow it, also when the person has gone on to one of them.
  useEffect(() => followJob(id), [id])

  if (query.error instanceof ApiError && query.error.status === 404)
    return (
      <Empty icon="import" title={t('import.noJob')}>
        <Button mt="sm" onClick={onAgain}>
          {t('import.another')}
        </Button>
      </Empty>
    )
  if (query.isError) return <Failed error={query.error} retry={() => void query.refetch()} />
  if (!job) return <Waiting lines={4} />
  return (
    <Stack maw={860}>
      {job.state === 'running' && <Running job={job} />}
      {job.state === 'failed' && <NotStored job={job} />}
      {isOutcome(job.result) && (
        <Result
          outcome={job.result}
          table={table}
          changeSet={changes?.change_set}
          isLast={waiting.photos.length === 0 && waiting.relations === undefined}
        />
      )}
      {isOutcome(job.result) && table && storedIn(job.result) > 0 && !isUndone && (
        <NextSteps
          outcome={job.result}
          mayRelate={table.rs || mayAct(privileges.super_admin)}
          waiting={waiting}
          onFiles={(files, kind) => onFiles(files, table, kind)}
        />
      )}
      {table && job.state !== 'running' && (
        <DropAnywhere
          words={t('import.dropInto', { table: table.label })}
          onFiles={(files) => onFiles(files, table, 'rows')}
        />
      )}
      {job.state !== 'running' && (
        <Group>
          <Button
            variant={job.state === 'failed' ? 'filled' : 'default'}
            leftSection={<Icon name="import" size={16} />}
            onClick={onAgain}
          >
            {t(job.state === 'failed' ? 'import.tryAgain' : 'import.another')}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function Running({ job: { phase, done, total } }: { job: Job }) {
  const { t, i18n } = useTranslation()
  const share = total > 0 ? (done / total) * 100 : 0
  return (
    <section className={classes['panel']}>
      <h2>{t('import.running')}</h2>
      <Progress value={share} animated aria-label={t('import.running')} />
      <Text size="sm" mt="xs" className="numbers">
        {t('import.soFar', {
          done: done.toLocaleString(i18n.language),
          total: total.toLocaleString(i18n.language),
        })}
      </Text>
      {phase && <Text size="sm">{t(`import.phase.${phase}`)}</Text>}
      <Text size="sm" c="dimmed">
        {t('import.goesOn')}
      </Text>
    </section>
  )
}

function NotStored({ job: { error, errors } }: { job: Job }) {
  const { t } = useTranslation()
  return (
    <>
      <Alert color="red" role="alert" icon={<Icon name="warning" />} title={t('import.failed')}>
        {error && problemText(error)}
      </Alert>
      {errors.length > 0 && (
        <section className={classes['panel']}>
          <h2>{t('import.problems')}</h2>
          <ProblemTable problems={errors} refused={errors.length} />
        </section>
      )}
    </>
  )
}

function Result({
  outcome,
  table,
  changeSet,
  isLast,
}: {
  outcome: Outcome
  table: Table | undefined
  changeSet: ChangeSet | undefined
  /** Does nothing wait that came along? Then the user goes on to what was imported. */
  isLast: boolean
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const refused = numberIn(outcome, 'refused')
  const problems = Array.isArray(outcome['errors']) ? outcome['errors'] : []
  const isNewTable = outcome['code'] === 'ok_import_new_table'
  const isOfRelations = outcome['code'] === 'ok_import_relations'
  const made = isOutcome(outcome['new_ids']) && !isNewTable ? outcome['new_ids'] : undefined
  const stored = storedIn(outcome)
  return (
    <section className={classes['panel']} aria-live="polite">
      <h2>
        {isNewTable && table
          ? t('import.tableMade', { table: table.label })
          : t(stored > 0 ? 'import.done' : 'import.doneNothing')}
      </h2>
      <Counts outcome={outcome} />
      <RepeatedRows outcome={outcome} />
      <MissingUnits outcome={outcome} />
      <Group mt="md">
        {table && isOfRelations && (
          <Button
            variant={isLast ? 'filled' : 'default'}
            renderRoot={(props: object) => (
              <Link {...props} to="/app/$app/matrix" params={{ app }} search={{ table: table.name }} />
            )}
          >
            {t('import.showMatrix')}
          </Button>
        )}
        {table && !isOfRelations && (
          <Button
            variant={isLast ? 'filled' : 'default'}
            renderRoot={(props: object) => (
              <Link
                {...props}
                to="/app/$app/records/$table"
                params={{ app, table: table.name }}
                search={
                  made
                    ? { filter: { id: { _between: [numberIn(made, 'first'), numberIn(made, 'last')] } } }
                    : {}
                }
              />
            )}
          >
            {made ? t('import.showNew') : t('import.openTable', { table: table.label })}
          </Button>
        )}
        {changeSet && <UndoImport changeSet={changeSet} madeTable={isNewTable ? table?.name : undefined} />}
        <SaveRefused outcome={outcome} />
      </Group>
      {refused > 0 && (
        <>
          <Text fw={600} mt="lg" mb="xs">
            {t('import.leftOut')}
          </Text>
          <ProblemTable problems={problems} refused={refused} />
        </>
      )}
    </section>
  )
}

/** The way back, or that it was taken. @param madeTable the table that stays when its records are gone */
function UndoImport({
  changeSet: { id, undoable, undone_by: undoneBy },
  madeTable,
}: {
  changeSet: ChangeSet
  madeTable: string | undefined
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  if (undoable)
    return (
      <Button variant="default" leftSection={<Icon name="undo" size={16} />} onClick={() => askToUndo(id)}>
        {t('history.undo')}
      </Button>
    )
  if (undoneBy === null) return null
  return (
    <Text size="sm">
      <Link to="/app/$app/history/$set" params={{ app, set: String(id) }} className="reference">
        {t('history.undone')}
      </Link>
      {madeTable !== undefined && (
        <>
          {' · '}
          {t('import.tableStays')}{' '}
          <Link to="/app/$app/configuration/$table" params={{ app, table: madeTable }} className="reference">
            {t('import.tableSettings')}
          </Link>
        </>
      )}
    </Text>
  )
}
