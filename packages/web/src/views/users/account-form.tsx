import {
  Button,
  Group,
  PasswordInput,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type PrivilegeName, privilegeName, privileges } from '@trowel/contract/privileges.js'
import type { UserForm } from '@trowel/contract/users.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedMeanwhile, NotSaved } from '../../components/changed-meanwhile.js'
import { CurrentPassword, isAboutPresence } from '../../components/current-password.js'
import { useLevelName } from '../../components/level-name.js'
import { showDone } from '../../components/notices.js'
import { SavingForm } from '../../components/saving-form.js'
import { TypedGuard } from '../../components/typed-guard.js'
import { useProblems } from '../../components/use-problems.js'
import { useTyped } from '../../components/use-typed.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { entranceQueries } from '../../queries/service.js'
import { isLevel } from './account-levels.js'

/** Name, address, level and ways to log in of an account; without an id of a new one. */
export function AccountForm({ form }: { form: UserForm }) {
  const { t } = useTranslation()
  const { app, user } = useApplication()
  const levelName = useLevelName()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const changed = useChanged()
  const isNew = form.id === null
  const stored = {
    name: form.name,
    email: form.email,
    password: '',
    privilege: form.privilege ?? privileges.reader,
    oauth_provider: form.oauth_provider ?? '',
    oauth_sub: form.oauth_sub ?? '',
  }
  const { typed, before, draft: account, change: set, learn, forget } = useTyped(stored)
  const [current, setCurrent] = useState('')
  const save = useMutation({
    mutationFn: () => {
      // What was left as it was is left to others.
      const { privilege, password, ...rest } = isNew ? account : typed
      const { password: _none, ...seen } = before
      return client.users.save({
        ...rest,
        ...(current !== '' && { current_password: current }),
        ...(password !== undefined && { password: password === '' ? null : password }),
        ...(privilege !== undefined && isLevel(privilege) && { privilege }),
        // One means nothing without the other.
        ...(('oauth_provider' in rest || 'oauth_sub' in rest) && {
          oauth_provider: account.oauth_provider === '' ? null : account.oauth_provider,
          oauth_sub: account.oauth_provider === '' || account.oauth_sub === '' ? null : account.oauth_sub,
        }),
        ...(!isNew && { id: form.id, before: seen }),
      })
    },
    onSuccess: async ({ id }) => {
      await changed({ of: 'user' })
      showDone(t('users.saved', { name: account.name }))
      forget()
      setCurrent('')
      // With a new password of one's own, addresses of pictures ended with the sessions.
      if (user.id === form.id && account.password !== '') void queries.invalidateQueries()
      if (id !== undefined)
        void navigate({ to: '/app/$app/users/$person', params: { app, person: String(id) } })
    },
    onError: async (error) => {
      const now = changedMeanwhile(error)
      if (!now) return
      learn(now)
      await changed({ of: 'user' })
    },
  })
  const settings = {
    name: { label: t('users.name') },
    email: { label: t('users.email') },
    privilege: { label: t('users.level'), nameOf: (level: string) => levelName(Number(level)) },
    oauth_provider: { label: t('users.provider') },
    oauth_sub: { label: t('users.identity') },
  }
  const { problem: problemOf, standing } = useProblems(save.error, account)
  const takesOver =
    user.id === form.id &&
    (['email', 'password', 'oauth_provider', 'oauth_sub'] as const).some(
      (key) => account[key] !== stored[key],
    )
  const isChanged = JSON.stringify(account) !== JSON.stringify(stored)
  return (
    <SavingForm saving={save} onSave={() => save.mutate()}>
      <TypedGuard isTyped={isChanged && !save.isPending} inPart />
      <Stack maw={760}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={t('users.name')}
            required
            value={account.name}
            onChange={(event) => set({ name: event.currentTarget.value })}
            error={problemOf('name')}
          />
          <TextInput
            label={t('users.email')}
            type="email"
            required
            value={account.email}
            onChange={(event) => set({ email: event.currentTarget.value })}
            error={problemOf('email')}
          />
        </SimpleGrid>
        <Radio.Group
          label={t('users.level')}
          value={String(account.privilege)}
          onChange={(value) => set({ privilege: Number(value) })}
          error={problemOf('privilege')}
        >
          <SimpleGrid cols={{ base: 1, sm: 2 }} mt="xs" spacing="xs">
            {form.privileges.map(({ value }) => (
              <Radio
                key={value}
                value={String(value)}
                label={levelName(value)}
                description={t(`levelHints.${privilegeName(value) as PrivilegeName}`)}
              />
            ))}
          </SimpleGrid>
          {!form.privileges.some(({ value }) => value === account.privilege) && (
            <Text size="sm" mt="xs">
              {levelName(account.privilege)}
            </Text>
          )}
        </Radio.Group>
        <PasswordInput
          label={isNew ? t('users.password') : t('users.newPassword')}
          description={isNew ? t('users.passwordHint') : t('users.newPasswordHint')}
          autoComplete="new-password"
          maw={372}
          value={account.password}
          onChange={(event) => set({ password: event.currentTarget.value })}
          error={problemOf('password')}
        />
        <SignIn
          provider={account.oauth_provider}
          identity={account.oauth_sub}
          problem={problemOf('oauth_sub', 'oauth_provider')}
          onChange={(oauth_provider, oauth_sub) => set({ oauth_provider, oauth_sub })}
        />
        {takesOver && <CurrentPassword value={current} error={standing} onChange={setCurrent} />}
        {!isAboutPresence(standing) && (
          <NotSaved
            error={standing}
            settings={settings}
            draft={account}
            onTake={(names) => {
              forget(names)
              save.reset()
            }}
          />
        )}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={!isChanged}>
            {isNew ? t('users.create') : t('form.save')}
          </Button>
        </Group>
      </Stack>
    </SavingForm>
  )
}

/**
 * Logging in elsewhere: at which provider, and who the person is there. Shown where the service has
 * providers.
 */
function SignIn({
  provider,
  identity,
  problem,
  onChange,
}: {
  /** Empty: none. */
  provider: string
  identity: string
  problem: string | undefined
  onChange: (provider: string, identity: string) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { data } = useQuery(entranceQueries.applications())
  const known = data?.apps.find(({ db }) => db === app)?.providers ?? []
  if (known.length === 0 && provider === '') return null
  const providers = known.map(({ name, label }) => ({ value: name, label }))
  // One that is set up no longer can still be taken away.
  if (provider !== '' && !known.some(({ name }) => name === provider))
    providers.push({ value: provider, label: provider })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={t('users.provider')}
        placeholder={t('users.noProvider')}
        clearable
        data={providers}
        value={provider === '' ? null : provider}
        onChange={(value) => onChange(value ?? '', '')}
        error={provider === '' && problem}
      />
      {provider !== '' && (
        <TextInput
          label={t('users.identity')}
          description={provider === 'orcid' ? t('users.orcidHint') : t('users.identityHint')}
          value={identity}
          onChange={(event) => onChange(provider, event.currentTarget.value)}
          error={problem}
        />
      )}
    </SimpleGrid>
  )
}
