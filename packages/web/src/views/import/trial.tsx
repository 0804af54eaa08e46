import { Alert, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@trowel/client'
import type { Job, JobStartedReply } from '@trowel/contract/jobs.js'
import type { Static } from '@trowel/contract/wire.js'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { sentenceOf } from '../../components/refusal.js'
import { Failed } from '../../components/states.js'
import { client } from '../../core/session.js'
import { Counts, isOutcome, MissingUnits, numberIn, type Outcome, storedIn } from './counts.js'
import classes from './import.module.css'
import { ProblemTable } from './problem-table.js'
import { RepeatedRows } from './repeated-rows.js'
import { SaveRefused } from './save-refused.js'

/** How a run is to be: nothing is stored, or what is not valid is left out. */
export interface Manner {
  readonly dry_run?: boolean
  readonly on_error?: 'refuse' | 'skip'
}

/**
 * Tries an import without storing anything, tells what would become of it, and then runs it.
 *
 * @param asked what is to be run, as text: when it changes, what was found out holds no more
 */
export function Trial({
  asked,
  isReady,
  direct,
  note,
  start,
  onRun,
}: {
  asked: string
  isReady: boolean
  /** The words on a button that runs it at once; what would come of it is told when that is refused. */
  direct?: string
  /** What stands beside the buttons. */
  note?: string
  start: (manner: Manner) => Promise<Static<typeof JobStartedReply>>
  onRun: (job: number, ended?: Job) => void
}) {
  const { t, i18n } = useTranslation()
  const [share, setShare] = useState(0)
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])
  const waitFor = (job: number) =>
    client.jobs.wait(job, {
      ...(control.current && { signal: control.current.signal }),
      onProgress: ({ done, total }) => setShare(total > 0 ? (done / total) * 100 : 0),
    })
  const trial = useMutation({
    mutationFn: async (_asked: string): Promise<Outcome> => {
      control.current = new AbortController()
      setShare(0)
      const { job } = await start({ dry_run: true })
      const { result } = await waitFor(job.id)
      return isOutcome(result) ? result : {}
    },
  })
  const run = useMutation({
    mutationFn: (manner: Manner) => start(manner),
    onSuccess: ({ job }) => onRun(job.id),
  })
  /** Waits for the end, so that everything is still there to be mended when it is refused. */
  const runAtOnce = useMutation({
    mutationFn: async (_asked: string) => {
      control.current = new AbortController()
      setShare(0)
      const { job } = await start({})
      return waitFor(job.id)
    },
    onSuccess: (job) => onRun(job.id, job),
    onError: (error, tried) => {
      if (isOfRows(error)) trial.mutate(tried)
    },
  })
  const holds = trial.variables === asked
  const outcome = holds ? trial.data : undefined
  const refused = outcome ? numberIn(outcome, 'refused') : 0
  const good = outcome ? storedIn(outcome) : 0
  const problems = outcome && Array.isArray(outcome['errors']) ? outcome['errors'] : []
  return (
    <>
      <Group className={direct && classes['actions']}>
        {direct && !outcome && (
          <Button
            disabled={!isReady || trial.isPending}
            loading={runAtOnce.isPending}
            onClick={() => runAtOnce.mutate(asked)}
          >
            {direct}
          </Button>
        )}
        <Button
          variant={outcome || direct ? 'default' : 'filled'}
          disabled={!isReady || runAtOnce.isPending}
          loading={trial.isPending}
          onClick={() => trial.mutate(asked)}
        >
          {t('import.try')}
        </Button>
        <Text size="sm" c="dimmed" className={classes['beside'] ?? ''}>
          {note ?? t('import.tryText')}
        </Text>
      </Group>
      {runAtOnce.isPending && <Progress value={share} animated aria-label={t('import.running')} />}
      {runAtOnce.variables === asked && runAtOnce.isError && !isOfRows(runAtOnce.error) && (
        <Refusal error={runAtOnce.error} />
      )}
      {trial.isPending && <Progress value={share} animated aria-label={t('import.trying')} />}
      {holds && trial.isError && <Refusal error={trial.error} />}
      {outcome && (
        <section ref={intoSight} className={classes['panel']} aria-live="polite">
          <h2>{t('import.would')}</h2>
          <Counts outcome={outcome} />
          <RepeatedRows outcome={outcome} />
          <MissingUnits outcome={outcome} />
          {refused > 0 && (
            <Stack gap="xs" mt="lg">
              <Text fw={600}>{t('import.problems')}</Text>
              <ProblemTable problems={problems} refused={refused} />
              <Group>
                <SaveRefused outcome={outcome} />
              </Group>
            </Stack>
          )}
          {run.isError && <Failed error={run.error} />}
          <Group mt="lg">
            {good > 0 && (
              <Button
                loading={run.isPending}
                onClick={() => run.mutate(refused === 0 ? {} : { on_error: 'skip' })}
              >
                {refused === 0
                  ? (direct ?? t('import.now'))
                  : t('import.nowGood', { count: good, number: good.toLocaleString(i18n.language) })}
              </Button>
            )}
            <Text size="sm" c="dimmed">
              {t(good === 0 ? 'import.nothingToDo' : refused > 0 ? 'import.orMend' : 'import.allOrNothing')}
            </Text>
          </Group>
        </section>
      )}
    </>
  )
}

/** What was found out comes to stand below what was asked, on small screens out of sight. */
const intoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'start' })

/** Rows are refused: what would come of the others is told instead. */
const isOfRows = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'import_error_validation'

function Refusal({ error }: { error: unknown }) {
  const { t } = useTranslation()
  if (!(error instanceof ApiError) || error.errors.length === 0) return <Failed error={error} />
  return (
    <section className={classes['panel']}>
      <Alert color="red" role="alert" icon={<Icon name="warning" />} mb="sm">
        {sentenceOf(error)}
      </Alert>
      <Text fw={600}>{t('import.problems')}</Text>
      <ProblemTable problems={error.errors} refused={error.errors.length} />
    </section>
  )
}
