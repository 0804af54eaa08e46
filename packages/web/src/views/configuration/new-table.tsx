import { Button, Group, Modal, Radio, Select, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../app/application.js'
import { client } from '../../app/session.js'
import { showDone } from '../../parts/notices.js'
import { Failed } from '../../parts/states.js'
import { longestFieldName, longestTableName, shortNameOf, takenFieldNames } from './short-name.js'
import { useReconfigured } from './use-configuration.js'

interface Known {
  readonly name: string
  readonly label: string
  readonly is_plugin: string
}

/** A table in a minute: what it records, and by what people call its records; everything else can be changed later. */
export function NewTable({ tables, onClose }: { tables: readonly Known[]; onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const reconfigured = useReconfigured()
  const [label, setLabel] = useState('')
  const [kind, setKind] = useState('main')
  const [parent, setParent] = useState<string | null>(null)
  const [called, setCalled] = useState(t('configuration.calledUsually'))
  const [short, setShort] = useState<string>()
  const isPlugin = kind === 'plugin'
  const taken = tables.map(({ name }) => name)
  const name = short ?? (label.trim() === '' ? '' : shortNameOf(label, taken, longestTableName))

  const make = useMutation({
    mutationFn: async () => {
      const { tb } = await client.configuration.createTable({
        name,
        label: label.trim(),
        ...(isPlugin ? { is_plugin: '1', plugin_of: parent } : {}),
      })
      if (isPlugin) return tb
      const field = shortNameOf(called, takenFieldNames, longestFieldName)
      await client.configuration.createField(tb, {
        name: field,
        label: called.trim(),
        type: 'text',
        check: ['not_empty', 'no_dupl'],
      })
      await client.configuration.saveTable(tb, { id_field: field, order: field, preview: [field] })
      return tb
    },
    onSuccess: async (tb) => {
      await reconfigured()
      showDone(t('configuration.tableMade', { table: label.trim() }))
      void navigate({ to: '/app/$app/configuration/$table', params: { app, table: tb } })
    },
    // The table may be there without its first field.
    onError: () => void reconfigured(),
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    make.mutate()
  }
  const ready = label.trim() !== '' && name !== '' && (isPlugin ? parent !== null : called.trim() !== '')
  return (
    <Modal opened onClose={onClose} title={t('configuration.newTable')} size="lg" centered>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            data-autofocus
            required
            label={t('configuration.whatRecorded')}
            description={t('configuration.whatRecordedHint')}
            value={label}
            onChange={(event) => setLabel(event.currentTarget.value)}
          />
          <Radio.Group value={kind} onChange={setKind} label={t('configuration.kind')}>
            <Stack gap="xs" mt={6}>
              <Radio value="main" label={t('configuration.main')} description={t('configuration.mainHint')} />
              <Radio
                value="plugin"
                disabled={!tables.some((table) => table.is_plugin !== '1')}
                label={t('configuration.plugin')}
                description={t('configuration.pluginHint')}
              />
            </Stack>
          </Radio.Group>
          {isPlugin ? (
            <Select
              required
              label={t('configuration.parent')}
              data={tables
                .filter((table) => table.is_plugin !== '1')
                .map((table) => ({ value: table.name, label: table.label }))}
              value={parent}
              onChange={setParent}
            />
          ) : (
            <TextInput
              required
              label={t('configuration.called')}
              description={t('configuration.calledHint')}
              value={called}
              onChange={(event) => setCalled(event.currentTarget.value)}
            />
          )}
          <TextInput
            label={t('configuration.shortName')}
            description={t('configuration.shortNameHint')}
            value={name}
            onChange={(event) => setShort(event.currentTarget.value)}
          />
          {make.isError && <Failed error={make.error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            <Button type="submit" loading={make.isPending} disabled={!ready}>
              {t('configuration.makeTable')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
