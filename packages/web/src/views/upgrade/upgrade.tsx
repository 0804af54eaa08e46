import { Alert, Badge, Button, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { showDone } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import { Section } from '../../components/section.js'
import { Failed, Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { messageIn } from '../../core/messages.js'
import { allOf } from '../../core/query.js'
import { client } from '../../core/session.js'
import { upgradeQueries } from '../../queries/service.js'

type Step = Awaited<ReturnType<typeof client.upgrades.migrations>>['migrations'][number]

/** What a step brings, in words; its name, where only a newer service has them. */
const titleOf = ({ name, title }: Pick<Step, 'name'> & Partial<Step>): string =>
  messageIn('steps', { code: name, text: title ?? name })

/** Is the application up to date with the service, and if not, bring it there. */
export function Upgrade() {
  const { t } = useTranslation()
  const { app, info } = useApplication()
  const queries = useQueryClient()
  const status = useQuery(upgradeQueries.status(app))
  const run = useMutation({
    mutationFn: () => client.upgrades.run(),
    onSuccess: ({ applied }) => {
      void queries.invalidateQueries(allOf(app))
      showDone(t('upgrade.done', { count: applied.length }))
    },
  })
  const steps = useSteps()
  const titled = (name: string) =>
    titleOf(steps.data?.migrations.find((step) => step.name === name) ?? { name })
  return (
    <Page title={t('upgrade.title')} note={t('upgrade.note', { version: info.version })}>
      <Stack>
        <Loaded query={status} lines={2}>
          {({ type, pending = [] }) =>
            type === null ? (
              <Alert color="green" variant="light" icon={<Icon name="check" />}>
                {t('upgrade.upToDate')}
              </Alert>
            ) : (
              <Alert
                color="yellow"
                variant="light"
                icon={<Icon name="warning" />}
                title={t('upgrade.waits', { count: pending.length })}
              >
                <Stack gap="sm">
                  <Text size="sm">{t('upgrade.text')}</Text>
                  {run.isPending && <Progress value={100} animated aria-label={t('upgrade.running')} />}
                  <Group>
                    <Button loading={run.isPending} onClick={() => run.mutate()}>
                      {t('upgrade.run')}
                    </Button>
                  </Group>
                </Stack>
              </Alert>
            )
          }
        </Loaded>
        {run.isError && (
          <>
            <Failed error={run.error} />
            {run.error instanceof ApiError && typeof run.error.detail === 'string' && (
              <Text size="sm">{t('upgrade.failedAt', { step: titled(run.error.detail) })}</Text>
            )}
          </>
        )}
        <Section name="upgrade.steps" title={t('upgrade.steps')}>
          <Steps />
        </Section>
      </Stack>
    </Page>
  )
}

function useSteps() {
  const { app } = useApplication()
  return useQuery(upgradeQueries.steps(app))
}

function Steps() {
  const { t, i18n } = useTranslation()
  const query = useSteps()
  return (
    <Loaded query={query} lines={4}>
      {({ migrations }) => (
        <Table aria-label={t('upgrade.steps')}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w={48}>{t('upgrade.number')}</Table.Th>
              <Table.Th>{t('upgrade.step')}</Table.Th>
              <Table.Th>{t('upgrade.when')}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {migrations.map((step) => (
              <Table.Tr key={step.name}>
                <Table.Td c="dimmed" className="numbers">
                  {Number.parseInt(step.name, 10)}
                </Table.Td>
                <Table.Td>
                  {titleOf(step)}
                  {step.unknown && (
                    <Badge variant="default" tt="none" fw={500}>
                      {t('upgrade.unknown')}
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td className="numbers">
                  {step.applied_at
                    ? new Date(step.applied_at).toLocaleString(i18n.language, {
                        dateStyle: 'medium',
                        timeStyle: 'short',
                      })
                    : t('upgrade.pending')}
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Loaded>
  )
}
