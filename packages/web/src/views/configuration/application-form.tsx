import {
  Button,
  Group,
  NumberInput,
  Radio,
  Select,
  Stack,
  Text,
  Textarea,
  UnstyledButton,
} from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { printLanguages } from '@trowel/contract/model/languages.js'
import { useTranslation } from 'react-i18next'
import { changedMeanwhile, NotSaved } from '../../components/changed-meanwhile.js'
import { showDone } from '../../components/notices.js'
import { SavingForm } from '../../components/saving-form.js'
import { Loaded } from '../../components/states.js'
import { TypedGuard } from '../../components/typed-guard.js'
import { useProblems } from '../../components/use-problems.js'
import { useTyped } from '../../components/use-typed.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { applicationColours } from '../../core/theme.js'
import { configurationQueries } from '../../queries/configuration.js'
import classes from './configuration.module.css'
import { useReconfigured } from './use-configuration.js'

type Main = Awaited<ReturnType<typeof client.configuration.app>>['main']

const states = ['on', 'frozen', 'off'] as const
const listColumns = ['all', 'preview'] as const

/** What the application is about, and how it behaves for everybody. */
export function ApplicationForm() {
  const { app } = useApplication()
  const query = useQuery(configurationQueries.application(app))
  return <Loaded query={query}>{({ main }) => <Form main={main} />}</Loaded>
}

function Form({ main }: { main: Main }) {
  const { t, i18n } = useTranslation()
  const reconfigured = useReconfigured()
  const stored = {
    definition: main.definition,
    status: states.find((state) => state === main.status) ?? 'on',
    color: main.color,
    lang: main.lang,
    maxImageSize: main.maxImageSize,
    list_columns: listColumns.find((choice) => choice === main.list_columns) ?? 'all',
  }
  const { typed, before, draft, change, learn, forget } = useTyped(stored, main)
  const save = useMutation({
    // What was left as it was is left to others.
    mutationFn: () => client.configuration.saveApp({ ...typed, before }),
    onSuccess: async () => {
      await reconfigured()
      forget()
      showDone(t('form.saved'))
    },
    onError: async (error) => {
      const now = changedMeanwhile(error)
      if (!now) return
      learn(now)
      await reconfigured()
    },
  })
  const { problem, standing } = useProblems(save.error, draft)
  const languageNames = new Intl.DisplayNames([i18n.language], { type: 'language' })
  const languages = [...new Set([...printLanguages, draft.lang])].filter((code) => code !== '')
  const nameOf = (code: string): string => {
    try {
      return languageNames.of(code) ?? code
    } catch {
      return code
    }
  }
  const settings = {
    definition: { label: t('configuration.definition') },
    status: {
      label: t('configuration.status'),
      nameOf: (name: string) => t(`configuration.states.${name as (typeof states)[number]}`),
    },
    color: {
      label: t('configuration.colour'),
      nameOf: (name: string) => t(`configuration.colours.${name as 'indigo'}`),
    },
    lang: { label: t('configuration.language'), nameOf },
    maxImageSize: { label: t('configuration.picture'), nameOf: (size: string) => `${size} px` },
    list_columns: {
      label: t('configuration.listColumns'),
      nameOf: (name: string) => t(`configuration.listColumnsChoices.${name as (typeof listColumns)[number]}`),
    },
  }
  return (
    <SavingForm saving={save} onSave={() => save.mutate()}>
      <TypedGuard isTyped={Object.keys(typed).length > 0 && !save.isPending} inPart />
      <Stack maw={640}>
        <Textarea
          label={t('configuration.definition')}
          description={t('configuration.definitionHint')}
          autosize
          minRows={2}
          maxLength={2000}
          value={draft.definition}
          error={problem('definition')}
          onChange={(event) => change({ definition: event.currentTarget.value })}
        />
        <Radio.Group
          label={t('configuration.status')}
          value={draft.status}
          onChange={(value) => change({ status: states.find((state) => state === value) ?? 'on' })}
        >
          <Stack gap="xs" mt={6}>
            {states.map((state) => (
              <Radio
                key={state}
                value={state}
                label={t(`configuration.states.${state}`)}
                description={t(`configuration.stateHints.${state}`)}
              />
            ))}
          </Stack>
        </Radio.Group>
        <div>
          <Text size="sm" fw={600} id="colour-label">
            {t('configuration.colour')}
          </Text>
          <Text size="xs" c="dimmed" mb={6}>
            {t('configuration.colourHint')}
          </Text>
          <Group gap="xs" role="group" aria-labelledby="colour-label">
            {Object.entries(applicationColours).map(([name, colour]) => (
              <UnstyledButton
                key={name}
                className={classes['swatch'] ?? ''}
                aria-label={t(`configuration.colours.${name as 'indigo'}`)}
                aria-pressed={draft.color === name}
                data-chosen={draft.color === name || undefined}
                style={{ background: colour }}
                onClick={() => change({ color: name })}
              />
            ))}
          </Group>
        </div>
        <Select
          clearable
          label={t('configuration.language')}
          description={t('configuration.languageHint')}
          data={languages.map((code) => ({ value: code, label: nameOf(code) }))}
          value={draft.lang === '' ? null : draft.lang}
          error={problem('lang')}
          onChange={(lang) => change({ lang: lang ?? '' })}
        />
        <NumberInput
          label={t('configuration.picture')}
          description={t('configuration.pictureHint')}
          min={0}
          step={500}
          allowDecimal={false}
          allowNegative={false}
          suffix=" px"
          value={draft.maxImageSize}
          error={problem('maxImageSize')}
          onChange={(size) => change({ maxImageSize: Number(size) || 0 })}
        />
        <Radio.Group
          label={t('configuration.listColumns')}
          description={t('configuration.listColumnsHint')}
          value={draft.list_columns}
          error={problem('list_columns')}
          onChange={(value) =>
            change({ list_columns: listColumns.find((choice) => choice === value) ?? 'all' })
          }
        >
          <Stack gap="xs" mt={6}>
            {listColumns.map((choice) => (
              <Radio key={choice} value={choice} label={t(`configuration.listColumnsChoices.${choice}`)} />
            ))}
          </Stack>
        </Radio.Group>
        <NotSaved
          error={standing}
          settings={settings}
          draft={draft}
          onTake={(names) => {
            forget(names)
            save.reset()
          }}
        />
        <Group>
          <Button type="submit" loading={save.isPending}>
            {t('form.save')}
          </Button>
        </Group>
      </Stack>
    </SavingForm>
  )
}
