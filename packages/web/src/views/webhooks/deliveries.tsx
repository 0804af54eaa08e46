import { Badge, Button, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import type { Delivery } from '@trowel/contract/webhooks.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { showProblem } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import { Empty, Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { webhookQueries } from '../../queries/webhooks.js'
import { useOutcome, useTest, whyFailed } from './use-test.js'
import { useWebhookWords } from './webhook-words.js'
import classes from './webhooks.module.css'

/** What was sent to one webhook, and what came of it. */
export function Deliveries() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const id = Number(useParams({ from: '/app/$app/webhooks/$webhook' }).webhook)
  const all = useQuery(webhookQueries.all(app))
  const query = useQuery(webhookQueries.deliveries(app, id))
  const test = useTest(id)
  const webhook = all.data?.webhooks.find((one) => one.id === id)
  return (
    <Page
      title={t('webhooks.deliveries')}
      note={
        <>
          <Link to="/app/$app/webhooks" params={{ app }} className="reference">
            {t('navigation.webhooks')}
          </Link>
          {webhook && <span style={{ overflowWrap: 'anywhere' }}> · {webhook.url}</span>}
        </>
      }
      actions={
        <Button
          leftSection={<Icon name="send" size={16} />}
          loading={test.isPending}
          onClick={() => test.mutate()}
        >
          {t('webhooks.test')}
        </Button>
      }
    >
      <Loaded query={query}>
        {({ deliveries }) =>
          deliveries.length === 0 ? (
            <Empty icon="send" title={t('webhooks.noDeliveries')}>
              {t('webhooks.noDeliveriesText')}
            </Empty>
          ) : (
            <ol className={classes['deliveries']} aria-label={t('webhooks.deliveries')}>
              {deliveries.map((delivery) => (
                <li key={delivery.n}>
                  <OneDelivery webhook={id} delivery={delivery} />
                </li>
              ))}
            </ol>
          )
        }
      </Loaded>
    </Page>
  )
}

function OneDelivery({ webhook, delivery }: { webhook: number; delivery: Delivery }) {
  const { t } = useTranslation()
  const words = useWebhookWords()
  const resend = useMutation({
    mutationFn: () => client.webhooks.resend(webhook, delivery.n),
    onSuccess: useOutcome(),
    onError: showProblem,
  })
  const { event, set, attempt, delivered, status, duration_ms, time } = delivery
  const why = whyFailed(delivery)
  const facts = [
    attempt > 1 && t('webhooks.attempt', { number: words.number(attempt) }),
    event !== 'purged' && t('webhooks.took', { milliseconds: words.number(duration_ms) }),
  ].filter((fact) => fact !== false)
  return (
    <article className={classes['delivery']}>
      <Text size="sm" c="dimmed" className={`numbers ${classes['when']}`}>
        {words.when(time)}
      </Text>
      <div className={classes['facts']}>
        <Text size="sm" fw={500} component="h2" m={0}>
          {t(`webhooks.events.${event}`, { set: set === null ? '' : words.number(set) })}{' '}
          <Badge
            variant="light"
            color={delivered ? 'green' : event === 'purged' ? 'gray' : 'red'}
            tt="none"
            fw={500}
            c="var(--mantine-color-text)"
          >
            {delivered
              ? t('webhooks.delivered')
              : t(event === 'purged' ? 'webhooks.notSent' : 'webhooks.failed')}
            {status !== null && ` · ${status}`}
          </Badge>
        </Text>
        {why !== '' && <Text size="sm">{why}</Text>}
        {facts.length > 0 && (
          <Text size="xs" c="dimmed" className="numbers">
            {facts.join(' · ')}
          </Text>
        )}
      </div>
      {event !== 'purged' && (
        <Button
          size="compact-sm"
          variant="subtle"
          loading={resend.isPending}
          aria-label={t('webhooks.resendThis', { when: words.when(time) })}
          onClick={() => resend.mutate()}
        >
          {t('webhooks.resend')}
        </Button>
      )}
    </article>
  )
}
