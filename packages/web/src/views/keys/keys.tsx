import { Badge, Button, Menu, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { ApiKey } from '@trowel/contract/api-keys.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ActionsMenu } from '../../components/actions-menu.js'
import { confirmed } from '../../components/confirmation.js'
import { FormDialog } from '../../components/form-dialog.js'
import { Icon } from '../../components/icon.js'
import { showDone, showProblem } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import { Empty, Loaded } from '../../components/states.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { keyQueries } from '../../queries/users.js'
import { type KeyLevel, keyLevels } from './key-levels.js'
import { NewKey } from './new-key.js'

/** Keys with which programs enter. */
export function Keys() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [isNew, setNew] = useState(false)
  const query = useQuery(keyQueries.all(app))
  return (
    <Page
      title={t('navigation.keys')}
      note={t('keys.note')}
      actions={
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setNew(true)}>
          {t('keys.new')}
        </Button>
      }
    >
      <Loaded query={query}>
        {({ keys }) =>
          keys.length === 0 ? (
            <Empty icon="key" title={t('keys.none')}>
              {t('keys.noneText')}
            </Empty>
          ) : (
            <List keys={keys} />
          )
        }
      </Loaded>
      {isNew && <NewKey onClose={() => setNew(false)} />}
    </Page>
  )
}

function List({ keys }: { keys: readonly ApiKey[] }) {
  const { t } = useTranslation()
  return (
    <Table.ScrollContainer minWidth={700}>
      <Table highlightOnHover verticalSpacing="sm" aria-label={t('navigation.keys')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('keys.label')}</Table.Th>
            <Table.Th>{t('keys.may')}</Table.Th>
            <Table.Th>{t('keys.made')}</Table.Th>
            <Table.Th>{t('keys.used')}</Table.Th>
            <Table.Th>
              <span className="visually-hidden">{t('states.actions')}</span>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <Row key={key.id} apiKey={key} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

function Row({ apiKey: key }: { apiKey: ApiKey }) {
  const { t, i18n } = useTranslation()
  const changed = useChanged()
  const [isDeleting, setDeleting] = useState(false)
  const revoke = useMutation({
    mutationFn: () => client.apiKeys.revoke(key.id),
    onSuccess: () => {
      void changed({ of: 'key' })
      showDone(t('keys.revoked', { name: key.label }))
    },
    onError: showProblem,
  })
  const day = (seconds: number) =>
    new Date(seconds * 1000).toLocaleString(i18n.language, { dateStyle: 'medium', timeStyle: 'short' })
  const level = keyLevels.find((one): one is KeyLevel => one === key.privilege)
  return (
    <Table.Tr>
      <Table.Td>
        <Text
          component="span"
          size="sm"
          fw={500}
          {...(!key.is_active && { td: 'line-through', c: 'dimmed' })}
        >
          {key.label}
        </Text>
        {!key.is_active && (
          <Badge ml="xs" variant="default" tt="none" fw={500}>
            {t('keys.isRevoked')}
          </Badge>
        )}
      </Table.Td>
      <Table.Td>
        {level && t(`keys.levels.${level}`)}
        {key.manage && (
          <Badge ml="xs" variant="default" tt="none" fw={500}>
            {t('keys.manages')}
          </Badge>
        )}
      </Table.Td>
      <Table.Td className="numbers">
        {day(key.created_at)}
        <Text size="xs" c="dimmed">
          {key.created_by_name ?? t('keys.byNobody')}
        </Text>
      </Table.Td>
      <Table.Td className="numbers">
        {key.last_used_at === null ? (
          <Text component="span" size="sm" c="dimmed">
            {t('keys.never')}
          </Text>
        ) : (
          day(key.last_used_at)
        )}
      </Table.Td>
      <Table.Td ta="right">
        <ActionsMenu label={t('keys.actionsOf', { name: key.label })}>
          {key.is_active && (
            <Menu.Item leftSection={<Icon name="lock" size={16} />} onClick={() => revoke.mutate()}>
              {t('keys.revoke')}
            </Menu.Item>
          )}
          <Menu.Item
            color="var(--danger)"
            leftSection={<Icon name="bin" size={16} />}
            onClick={() => setDeleting(true)}
          >
            {t('keys.delete')}
          </Menu.Item>
        </ActionsMenu>
        {isDeleting && <DeleteKey apiKey={key} onClose={() => setDeleting(false)} />}
      </Table.Td>
    </Table.Tr>
  )
}

function DeleteKey({ apiKey, onClose }: { apiKey: ApiKey; onClose: () => void }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const remove = useMutation({
    mutationFn: () => confirmed(() => client.apiKeys.remove(apiKey.id)),
    onSuccess: () => {
      void changed({ of: 'key' })
      showDone(t('keys.deleted', { name: apiKey.label }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('keys.deleteTitle', { name: apiKey.label })}
      saving={remove}
      act={t('keys.deleteNow')}
      danger
      onSave={() => remove.mutate()}
      onClose={onClose}
    >
      <Text size="sm">{t('keys.deleteText')}</Text>
    </FormDialog>
  )
}
