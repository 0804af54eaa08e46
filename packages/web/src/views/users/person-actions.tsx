import { Button, List, Menu, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { confirmed } from '../../components/confirmation.js'
import { FormDialog } from '../../components/form-dialog.js'
import { Icon } from '../../components/icon.js'
import { showDone, showProblem } from '../../components/notices.js'
import { useApplication, useChanged } from '../../core/application.js'
import { about } from '../../core/query.js'
import { client } from '../../core/session.js'

/** Ending the sessions of a person, and the account. */
export function PersonActions({ id, name, isSelf }: { id: number; name: string; isSelf: boolean }) {
  const { t } = useTranslation()
  const [isDeleting, setDeleting] = useState(false)
  const revoke = useMutation({
    mutationFn: () => client.users.revokeSessions(id),
    onSuccess: () => showDone(t('users.sessionsEnded', { name })),
    onError: showProblem,
  })
  if (isSelf) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" rightSection={<Icon name="down" size={12} />}>
            {t('users.more')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Icon name="leave" size={16} />} onClick={() => revoke.mutate()}>
            {t('users.endSessions')}
          </Menu.Item>
          <Menu.Item
            color="var(--danger)"
            leftSection={<Icon name="bin" size={16} />}
            onClick={() => setDeleting(true)}
          >
            {t('users.delete')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {isDeleting && <DeleteAccount id={id} name={name} onClose={() => setDeleting(false)} />}
    </>
  )
}

function DeleteAccount({ id, name, onClose }: { id: number; name: string; onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const changed = useChanged()
  const remove = useMutation({
    mutationFn: () => confirmed(() => client.users.remove(id)),
    onSuccess: async () => {
      showDone(t('users.deleted', { name }))
      await navigate({ to: '/app/$app/users', params: { app } })
      queries.removeQueries(about(app, { of: 'user', id }))
      void changed({ of: 'user' })
    },
  })
  return (
    <FormDialog
      title={t('users.deleteTitle', { name })}
      saving={remove}
      act={t('users.deleteNow')}
      danger
      onSave={() => remove.mutate()}
      onClose={onClose}
    >
      <List size="sm" spacing={4}>
        <List.Item>{t('users.deleteStays')}</List.Item>
        <List.Item>{t('users.deleteGoes')}</List.Item>
        <List.Item>{t('users.deleteKeys')}</List.Item>
      </List>
      <Text size="sm" c="dimmed">
        {t('users.deleteInstead')}
      </Text>
    </FormDialog>
  )
}
