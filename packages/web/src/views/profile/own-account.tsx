import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedMeanwhile, NotSaved } from '../../components/changed-meanwhile.js'
import { CurrentPassword, isAboutPresence } from '../../components/current-password.js'
import { showDone } from '../../components/notices.js'
import { SavingForm } from '../../components/saving-form.js'
import { useProblems } from '../../components/use-problems.js'
import { useTyped } from '../../components/use-typed.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'

/** One's own name and address. */
export function OwnAccount({ id, ...stored }: { id: number; name: string; email: string }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const { typed, before, draft, change, learn, forget } = useTyped(stored)
  const { name, email } = draft
  const [current, setCurrent] = useState('')
  const save = useMutation({
    // What was left as it was is left to others.
    mutationFn: () => client.users.save({ id, ...typed, current_password: current, before }),
    onSuccess: async () => {
      setCurrent('')
      showDone(t('form.saved'))
      await changed({ of: 'user' })
      forget()
    },
    onError: async (error) => {
      const now = changedMeanwhile(error)
      if (!now) return
      learn(now)
      await changed({ of: 'user' })
    },
  })
  const { problem: problemOf, standing } = useProblems(save.error, { name, email })
  return (
    <SavingForm saving={save} onSave={() => save.mutate()}>
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <TextInput
            label={t('users.name')}
            autoComplete="name"
            required
            value={name}
            onChange={(event) => change({ name: event.currentTarget.value })}
            error={problemOf('name')}
          />
          <TextInput
            label={t('users.email')}
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={(event) => change({ email: event.currentTarget.value })}
            error={problemOf('email')}
          />
        </SimpleGrid>
        {email !== stored.email && <CurrentPassword value={current} error={standing} onChange={setCurrent} />}
        {!isAboutPresence(standing) && (
          <NotSaved
            error={standing}
            settings={{ name: { label: t('users.name') }, email: { label: t('users.email') } }}
            draft={draft}
            onTake={(names) => {
              forget(names)
              save.reset()
            }}
          />
        )}
        <Group>
          <Button
            type="submit"
            loading={save.isPending}
            disabled={name === stored.name && email === stored.email}
          >
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
    </SavingForm>
  )
}
