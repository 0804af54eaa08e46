import { NumberInput, Select, Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { maxKeptBackups, maxScheduleHours } from '@trowel/contract/backups.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'

type Listed = Awaited<ReturnType<typeof client.backups.list>>

/** The hours of what people say in other words. */
const rhythms = { never: 0, sixHours: 6, day: 24, week: 168 } as const
type Rhythm = keyof typeof rhythms | 'service' | 'other'

/** When backups are made unasked, how many of them stay, and what they hold. */
export function BackupSchedule({
  listed,
  onClose,
}: {
  listed: Pick<Listed, 'schedule' | 'service_schedule'>
  onClose: () => void
}) {
  const { t } = useTranslation()
  const changed = useChanged()
  const { schedule, service_schedule: ofService } = listed
  const [rhythm, setRhythm] = useState<Rhythm>(() =>
    schedule.is_own ? rhythmOf(schedule.every_hours) : ofService.every_hours > 0 ? 'service' : 'never',
  )
  const [hours, setHours] = useState<number | string>(schedule.every_hours || 24)
  const [keep, setKeep] = useState<number | string>(schedule.keep)
  const [files, setFiles] = useState(schedule.files)
  const every = rhythm === 'other' ? hours : rhythm === 'service' ? ofService.every_hours : rhythms[rhythm]
  const save = useMutation({
    mutationFn: () =>
      rhythm === 'service'
        ? client.backups.dropSchedule()
        : client.backups.schedule({ every_hours: Number(every), keep: Number(keep), files }),
    onSuccess: () => {
      void changed({ of: 'backup' })
      showDone(t('backups.schedule.saved'))
      onClose()
    },
  })
  const isOff = rhythm === 'never'
  const offered: readonly Rhythm[] = [
    ...(ofService.every_hours > 0 ? (['service'] as const) : []),
    'never',
    'sixHours',
    'day',
    'week',
    'other',
  ]
  return (
    <FormDialog
      title={t('backups.schedule.title')}
      saving={save}
      act={t('backups.schedule.save')}
      ready={(every !== '' || isOff) && keep !== ''}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <Select
        label={t('backups.schedule.rhythm')}
        description={t('backups.schedule.rhythmHint')}
        allowDeselect={false}
        data={offered.map((value) => ({
          value,
          label: t(`backups.schedule.${value}`, { count: ofService.every_hours }),
        }))}
        value={rhythm}
        onChange={(value) => setRhythm(offered.find((one) => one === value) ?? 'never')}
      />
      {rhythm === 'other' && (
        <NumberInput
          label={t('backups.schedule.hours')}
          allowDecimal={false}
          min={1}
          max={maxScheduleHours}
          value={hours}
          onChange={setHours}
        />
      )}
      {rhythm === 'service' ? (
        <Text size="sm" c="dimmed">
          {t('backups.schedule.ofService', { count: ofService.keep })}
        </Text>
      ) : (
        !isOff && (
          <>
            <NumberInput
              label={t('backups.schedule.keep')}
              description={t('backups.schedule.keepHint')}
              allowDecimal={false}
              min={1}
              max={maxKeptBackups}
              value={keep}
              onChange={setKeep}
            />
            <Switch
              label={t('backups.includeFiles')}
              description={t('backups.includeFilesHint')}
              checked={files}
              onChange={(event) => setFiles(event.currentTarget.checked)}
            />
          </>
        )
      )}
    </FormDialog>
  )
}

const rhythmOf = (everyHours: number): Rhythm =>
  (Object.keys(rhythms) as (keyof typeof rhythms)[]).find((name) => rhythms[name] === everyHours) ?? 'other'
