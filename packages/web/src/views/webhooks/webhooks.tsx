import { Alert, Badge, Button, Group, Menu, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Webhook, WebhookChangeBody } from '@trowel/contract/webhooks.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '../../components/actions-menu.js'
import { FormDialog } from '../../components/form-dialog.js'
import { Icon } from '../../components/icon.js'
import { showDone, showProblem } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import { ShownOnce } from '../../components/shown-once.js'
import { Empty, Loaded } from '../../components/states.js'
import { useApplication, useChanged } from '../../core/application.js'
import { messageIn } from '../../core/messages.js'
import { client } from '../../core/session.js'
import { webhookQueries } from '../../queries/webhooks.js'
import { useTest } from './use-test.js'
import { WebhookForm } from './webhook-form.js'
import { stateOf, useWebhookWords } from './webhook-words.js'
import classes from './webhooks.module.css'

/** Other services that are told what was changed. */
export function Webhooks() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [isNew, setNew] = useState(false)
  const query = useQuery({ ...webhookQueries.all(app), refetchInterval: 10_000 })
  return (
    <Page
      title={t('navigation.webhooks')}
      note={t('webhooks.note')}
      actions={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setNew(true)}>
          {t('webhooks.new')}
        </Button>
      }
    >
      <Loaded query={query}>
        {({ webhooks }) =>
          webhooks.length === 0 ? (
            <Empty icon="send" title={t('webhooks.none')}>
              {t('webhooks.noneText')}
            </Empty>
          ) : (
            <ul className={classes['webhooks']} aria-label={t('navigation.webhooks')}>
              {webhooks.map((webhook) => (
                <li key={webhook.id}>
                  <OneWebhook webhook={webhook} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {isNew && <WebhookForm onClose={() => setNew(false)} />}
    </Page>
  )
}

const colours = { active: 'green', failing: 'yellow', paused: 'red', inactive: 'gray' } as const

function OneWebhook({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const words = useWebhookWords()
  const test = useTest(webhook.id)
  const { change, isPending } = useChange(webhook)
  const [asked, setAsked] = useState<'edit' | 'secret' | 'delete'>()
  const close = () => setAsked(undefined)
  const state = stateOf(webhook)
  return (
    <article className={classes['webhook']}>
      <div className={classes['head']}>
        <div className={classes['facts']}>
          <Group gap="xs" align="center">
            <h2>{webhook.url}</h2>
            <Badge variant="light" color={colours[state]} tt="none" fw={500} c="var(--mantine-color-text)">
              {t(`webhooks.states.${state}`)}
            </Badge>
          </Group>
          <Text size="sm" c="dimmed">
            {words.facts(webhook)}
          </Text>
        </div>
        <Group gap={6} wrap="nowrap">
          <Button
            size="compact-sm"
            variant="default"
            component={Link}
            to={`/app/${app}/webhooks/${webhook.id}`}
            aria-label={t('webhooks.deliveriesOf', { url: webhook.url })}
          >
            {t('webhooks.deliveries')}
          </Button>
          <ActionsMenu label={t('webhooks.actionsOf', { url: webhook.url })} loading={test.isPending}>
            <Menu.Item leftSection={<Icon name="send" size={16} />} onClick={() => test.mutate()}>
              {t('webhooks.test')}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="edit" size={16} />} onClick={() => setAsked('edit')}>
              {t('webhooks.edit')}
            </Menu.Item>
            <Menu.Item leftSection={<Icon name="key" size={16} />} onClick={() => setAsked('secret')}>
              {t('webhooks.newSecret')}
            </Menu.Item>
            <Menu.Item
              leftSection={<Icon name={webhook.active ? 'lock' : 'play'} size={16} />}
              onClick={() => change({ active: !webhook.active })}
            >
              {t(webhook.active ? 'webhooks.deactivate' : 'webhooks.activate')}
            </Menu.Item>
            <Menu.Item
              color="var(--danger)"
              leftSection={<Icon name="bin" size={16} />}
              onClick={() => setAsked('delete')}
            >
              {t('webhooks.delete')}
            </Menu.Item>
          </ActionsMenu>
        </Group>
      </div>
      <Trouble webhook={webhook} isPending={isPending} onChange={change} />
      {asked === 'edit' && <WebhookForm webhook={webhook} onClose={close} />}
      {asked === 'secret' && <NewSecret webhook={webhook} onClose={close} />}
      {asked === 'delete' && <DeleteWebhook webhook={webhook} onClose={close} />}
    </article>
  )
}

/** What keeps it from sending, and the ways on. */
function Trouble({
  webhook,
  isPending,
  onChange,
}: {
  webhook: Webhook
  isPending: boolean
  onChange: (change: WebhookChangeBody) => void
}) {
  const { t } = useTranslation()
  const words = useWebhookWords()
  const { active, failing, paused, waiting } = webhook
  const count = waiting
  if (failing) {
    return (
      <Alert color="yellow" variant="light" icon={<Icon name="warning" />}>
        {t('webhooks.failing', { count: failing.attempts, since: words.when(failing.since) })}{' '}
        {t('webhooks.nextTry', { when: words.when(failing.next_try) })}
      </Alert>
    )
  }
  if (active) return null
  return (
    <Alert
      color={paused ? 'red' : 'gray'}
      variant="light"
      icon={<Icon name={paused ? 'warning' : 'info'} />}
      title={paused ? t('webhooks.pausedSince', { when: words.when(paused.time) }) : undefined}
    >
      {paused && (
        <Text size="sm">
          {messageIn('problems', {
            code: paused.sentence ?? null,
            facts: paused.facts ?? {},
            text: paused.text,
          })}
        </Text>
      )}
      <Text size="sm">
        {count === 0
          ? t('webhooks.nothingWaits')
          : t('webhooks.waiting', { count, number: words.number(count) })}
      </Text>
      <Group gap="xs" mt="xs">
        <Button size="compact-sm" loading={isPending} onClick={() => onChange({ active: true })}>
          {t('webhooks.activate')}
        </Button>
        {count > 0 && (
          <Button
            size="compact-sm"
            variant="default"
            disabled={isPending}
            onClick={() => onChange({ active: true, skip: true })}
          >
            {t('webhooks.skip')}
          </Button>
        )}
      </Group>
    </Alert>
  )
}

function useChange({ id }: Webhook) {
  const { t } = useTranslation()
  const changed = useChanged()
  const { mutate, isPending } = useMutation({
    mutationFn: (change: WebhookChangeBody) => client.webhooks.change(id, change),
    onSuccess: async ({ webhook }) => {
      await changed({ of: 'webhook' })
      showDone(t(webhook.active ? 'webhooks.isActive' : 'webhooks.isInactive'))
    },
    onError: showProblem,
  })
  return { change: mutate, isPending }
}

/** Asks first: the receiver has to know the new one within a day. */
function NewSecret({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation()
  const words = useWebhookWords()
  const renew = useMutation({ mutationFn: () => client.webhooks.renewSecret(webhook.id) })
  if (renew.data) {
    return (
      <ShownOnce
        title={t('webhooks.newSecret')}
        label={t('webhooks.secret')}
        secret={renew.data.secret}
        onClose={onClose}
      >
        {t('webhooks.formerUntil', { when: words.when(renew.data.former_until) })}
      </ShownOnce>
    )
  }
  return (
    <FormDialog
      title={t('webhooks.newSecret')}
      saving={renew}
      act={t('webhooks.makeSecret')}
      onSave={() => renew.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('webhooks.newSecretText')}</Text>
    </FormDialog>
  )
}

function DeleteWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const remove = useMutation({
    mutationFn: () => client.webhooks.remove(webhook.id),
    onSuccess: () => {
      void changed({ of: 'webhook' })
      showDone(t('webhooks.deleted'))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('webhooks.deleteTitle')}
      saving={remove}
      act={t('webhooks.deleteNow')}
      danger
      onSave={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        {t('webhooks.deleteText', { url: webhook.url })}
      </Text>
    </FormDialog>
  )
}
