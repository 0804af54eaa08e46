import { Button, Group, PasswordInput, SimpleGrid, Stack, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CurrentPassword, isAboutPresence } from '../../components/current-password.js'
import { showDone } from '../../components/notices.js'
import { SavingForm } from '../../components/saving-form.js'
import { Failed } from '../../components/states.js'
import { useProblems } from '../../components/use-problems.js'
import { client } from '../../core/session.js'

/** A new password, typed twice. Sessions elsewhere end; this one goes on. */
export function OwnPassword({ id, email }: { id: number; email: string }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [current, setCurrent] = useState('')
  const [password, setPassword] = useState('')
  const [again, setAgain] = useState('')
  const save = useMutation({
    mutationFn: () => client.users.save({ id, password, current_password: current }),
    onSuccess: () => {
      // Addresses of pictures ended with the sessions.
      void queries.invalidateQueries()
      setCurrent('')
      setPassword('')
      setAgain('')
      showDone(t('profile.passwordChanged'))
    },
  })
  const { problem: problemOf, standing } = useProblems(save.error, { password })
  const problem = problemOf('password')
  const differs = again !== '' && again !== password
  return (
    <SavingForm saving={save} onSave={() => save.mutate()}>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('profile.passwordText')}
        </Text>
        {/* Password managers learn whose password it is. */}
        <input type="hidden" name="email" autoComplete="username" value={email} />
        <CurrentPassword value={current} error={standing} onChange={setCurrent} />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <PasswordInput
            label={t('users.newPassword')}
            description={t('users.passwordHint')}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
            error={problem}
          />
          <PasswordInput
            label={t('profile.again')}
            description={t('profile.againHint')}
            autoComplete="new-password"
            value={again}
            onChange={(event) => setAgain(event.currentTarget.value)}
            error={differs && t('profile.differs')}
          />
        </SimpleGrid>
        {standing !== null && problem === undefined && !isAboutPresence(standing) && (
          <Failed error={standing} />
        )}
        <Group>
          <Button type="submit" loading={save.isPending} disabled={password === '' || again !== password}>
            {t('profile.changePassword')}
          </Button>
        </Group>
      </Stack>
    </SavingForm>
  )
}
