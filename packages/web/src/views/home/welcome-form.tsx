import { Button, Group, Stack, Tabs, Text, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DraftNotice } from '../../components/draft-notice.js'
import { Markdown } from '../../components/markdown.js'
import { showDone } from '../../components/notices.js'
import { useKeeping, useSavedDraft } from '../../components/saved-draft.js'
import { SavingForm } from '../../components/saving-form.js'
import { Failed } from '../../components/states.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'

const maxLength = 65_536

/** Where administrators write what people read when they come in. */
export default function WelcomeForm({ content, onEnd }: { content: string; onEnd: () => void }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const [typed, setTyped] = useState(content)
  const draft = useSavedDraft<string>('welcome')
  const forget = useKeeping('welcome', typed === content ? undefined : typed)
  const save = useMutation({
    mutationFn: () => client.welcome.save({ content: typed }),
    onSuccess: async () => {
      forget()
      await changed({ of: 'welcome' })
      showDone(t('home.welcomeSaved'))
      onEnd()
    },
  })
  return (
    <SavingForm saving={save} onSave={() => save.mutate()}>
      <Stack gap="sm">
        <DraftNotice draft={draft} onTake={setTyped} />
        <Tabs defaultValue="text">
          <Tabs.List mb="xs">
            <Tabs.Tab value="text">{t('home.welcomeText')}</Tabs.Tab>
            <Tabs.Tab value="preview">{t('home.welcomePreview')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="text">
            <Textarea
              autosize
              autoFocus
              minRows={6}
              maxRows={20}
              maxLength={maxLength}
              aria-label={t('home.welcomeText')}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
            />
            <Text size="xs" c="dimmed" mt={4}>
              {t('home.welcomeHint')}
            </Text>
          </Tabs.Panel>
          <Tabs.Panel value="preview">
            <Markdown text={typed} />
          </Tabs.Panel>
        </Tabs>
        {save.isError && <Failed error={save.error} />}
        <Group gap="xs">
          <Button type="submit" loading={save.isPending}>
            {t('form.save')}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              forget()
              onEnd()
            }}
          >
            {t('form.cancel')}
          </Button>
        </Group>
      </Stack>
    </SavingForm>
  )
}
