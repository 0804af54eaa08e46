import { Button, Group, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CurrentPassword, isAboutPresence } from '../../components/current-password.js'
import { showDone } from '../../components/notices.js'
import { SavingForm } from '../../components/saving-form.js'
import { Failed } from '../../components/states.js'
import { useProblems } from '../../components/use-problems.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'

/** One's own name and address. */
export function OwnAccount({ id, ...stored }: { id: number; name: string; email: string }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const [name, setName] = useState(stored.name)
  const [email, setEmail] = useState(stored.email)
  const [current, setCurrent] = useState('')
  const save = useMutation({
    mutationFn: () => client.users.save({ id, name, email, current_password: current }),
    onSuccess: () => {
      setCurrent('')
      void changed({ of: 'user' })
      showDone(t('form.saved'))
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
            onChange={(event) => setName(event.currentTarget.value)}
            error={problemOf('name')}
          />
          <TextInput
            label={t('users.email')}
            type="email"
            autoComplete="email"
            required
            value={email}
            onChange={(event) => setEmail(event.currentTarget.value)}
            error={problemOf('email')}
          />
        </SimpleGrid>
        {email !== stored.email && <CurrentPassword value={current} error={standing} onChange={setCurrent} />}
        {standing !== null && !isAboutPresence(standing) && <Failed error={standing} />}
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
