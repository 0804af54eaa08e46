import { Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { ApiError } from '@trowel/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmed } from '../../components/confirmation.js'
import { Icon, type IconName } from '../../components/icon.js'
import { showDone, showProblem } from '../../components/notices.js'
import { Section } from '../../components/section.js'
import { Failed, Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { messageIn } from '../../core/messages.js'
import { client } from '../../core/session.js'
import { configurationQueries } from '../../queries/configuration.js'
import classes from './configuration.module.css'
import { DeleteQuestion } from './delete-question.js'
import { useReconfigured } from './use-configuration.js'

type Finding = Awaited<ReturnType<typeof client.validation.report>>['report'][number]

const marks: Readonly<Record<Finding['status'], readonly [IconName, string]>> = {
  head: ['info', 'inherit'],
  success: ['check', 'var(--mantine-color-green-7)'],
  info: ['info', 'var(--mantine-color-dimmed)'],
  warning: ['warning', 'var(--mantine-color-yellow-7)'],
  danger: ['warning', 'var(--mantine-color-red-7)'],
}
const isTrouble = ({ status }: Finding): boolean => status === 'warning' || status === 'danger'

/** Does the database agree with what is configured? What can be mended has a button. */
export function Validation() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const reconfigured = useReconfigured()
  const [deleted, setDeleted] = useState<Finding>()
  const query = useQuery(configurationQueries.validation(app))
  const carryOut = ({ fix: [action, tb = '', col] = [] }: Finding) =>
    client.validation.fix({ action: action === 'delete' ? 'delete' : 'create', tb, col: col || undefined })
  const fix = useMutation({
    mutationFn: (finding: Finding) => confirmed(() => carryOut(finding)),
    onSuccess: async () => {
      await reconfigured()
      showDone(t('configuration.fixed'))
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || error.code !== 'password_confirmation_required') showProblem(error)
    },
  })
  const captionOf = ({ fix: [action, , column] = [] }: Finding): string =>
    t(`configuration.repairs.${action === 'delete' ? 'delete' : 'create'}${column ? 'Column' : 'Table'}`)
  return (
    <Stack>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {t('configuration.checkHint')}
        </Text>
        <Button
          variant="default"
          leftSection={<Icon name="refresh" size={15} />}
          loading={query.isFetching}
          onClick={() => void query.refetch()}
        >
          {t('configuration.checkAgain')}
        </Button>
      </Group>
      {query.isRefetchError && <Failed error={query.error} />}
      <Loaded query={query} lines={10}>
        {({ report }) => {
          const parts = partsOf(report)
          const troubles = report.filter(isTrouble).length
          return (
            <>
              <Text fw={600} role="status">
                {troubles === 0
                  ? t('configuration.inOrder')
                  : t('configuration.troubles', { count: troubles })}
              </Text>
              {parts
                .filter(({ findings }) => findings.some(isTrouble))
                .map((part) => (
                  <Part key={part.head.text} {...part} />
                ))}
              <Stack gap={6}>
                {parts
                  .filter(({ findings }) => !findings.some(isTrouble))
                  .map((part) => (
                    <Part key={part.head.text} {...part} />
                  ))}
              </Stack>
            </>
          )
        }}
      </Loaded>
      {deleted && (
        <DeleteQuestion
          title={captionOf(deleted)}
          goes={[messageIn('findings', deleted)]}
          remove={() => carryOut(deleted)}
          done={t('configuration.fixed')}
          onClose={() => setDeleted(undefined)}
        />
      )}
    </Stack>
  )

  function Part({ head, findings }: ReportPart) {
    const [icon, colour] = marks[gravestOf(findings)]
    return (
      <Section
        mark={<Icon name={icon} size={16} style={{ color: colour }} />}
        name={`configuration.check.${head.text}`}
        title={messageIn('findings', head)}
        count={findings.filter(isTrouble).length}
        // What is in order is opened by whoever wants to know.
        startsFolded={!findings.some(isTrouble)}
      >
        {findings.map((finding) => {
          const [icon, colour] = marks[finding.status]
          return (
            <div key={finding.text} className={classes['finding']}>
              <span>
                <Icon name={icon} size={16} style={{ color: colour }} />
                {messageIn('findings', finding)}
              </span>
              {finding.fix && (
                <Button
                  size="compact-sm"
                  variant="default"
                  loading={fix.isPending && fix.variables.text === finding.text}
                  onClick={() => (finding.fix?.[0] === 'delete' ? setDeleted(finding) : fix.mutate(finding))}
                >
                  {captionOf(finding)}
                </Button>
              )}
            </div>
          )
        })}
      </Section>
    )
  }
}

const gravestOf = (findings: readonly Finding[]): Finding['status'] =>
  (['danger', 'warning', 'success', 'info'] as const).find((status) =>
    findings.some((finding) => finding.status === status),
  ) ?? 'success'

interface ReportPart {
  readonly head: Finding
  readonly findings: Finding[]
}

function partsOf(report: readonly Finding[]): ReportPart[] {
  const parts: ReportPart[] = []
  for (const finding of report) {
    if (finding.status === 'head') parts.push({ head: finding, findings: [] })
    else parts.at(-1)?.findings.push(finding)
  }
  return parts
}
