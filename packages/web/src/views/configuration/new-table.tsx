import { Checkbox, Group, Radio, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  maxFieldNameLength,
  maxTableNameLength,
  shortNameOf,
  takenFieldNames,
} from '../../components/fields/short-name.js'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { tableFeatures } from '../../components/settings.js'
import { useProblems } from '../../components/use-problems.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { useReconfigured } from './use-configuration.js'

interface Known {
  readonly name: string
  readonly label: string
  readonly is_plugin: string
}

/** How people write what a record is called by. */
const forms = {
  text: { check: ['not_empty', 'no_dupl'] },
  number: { db_type: 'INTEGER', check: ['not_empty', 'no_dupl', 'int'] },
} as const

/**
 * A table in a minute: what it records, and by what people call its records; everything else can be changed
 * later.
 */
export function NewTable({ tables, onClose }: { tables: readonly Known[]; onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const reconfigured = useReconfigured()
  const [label, setLabel] = useState('')
  const [kind, setKind] = useState('main')
  const [parent, setParent] = useState<string | null>(null)
  const [called, setCalled] = useState(t('configuration.calledUsually'))
  const [form, setForm] = useState<keyof typeof forms>('text')
  const [features, setFeatures] = useState<string[]>([])
  const [short, setShort] = useState<string>()
  /** What a try has made: the next one goes on from there. */
  const [made, setMade] = useState<{ readonly tb: string; readonly field?: string }>()
  const isPlugin = kind === 'plugin'
  const taken = tables.map(({ name }) => name)
  const name = short ?? (label.trim() === '' ? '' : shortNameOf(label, taken, maxTableNameLength))

  const make = useMutation({
    mutationFn: async () => {
      const { tb } =
        made ??
        (await client.configuration.createTable({
          name,
          label: label.trim(),
          ...(isPlugin ? { is_plugin: '1', plugin_of: parent } : {}),
        }))
      setMade({ tb, ...made })
      if (isPlugin) return tb
      const field = made?.field ?? shortNameOf(called, takenFieldNames, maxFieldNameLength)
      if (!made?.field)
        await client.configuration.createField(tb, {
          name: field,
          label: called.trim(),
          type: 'text',
          ...forms[form],
        })
      setMade({ tb, field })
      await client.configuration.saveTable(tb, {
        id_field: field,
        order: field,
        preview: [field],
        ...Object.fromEntries(features.map((feature) => [feature, true])),
      })
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
  const { problem, standing } = useProblems(make.error, { label, name })
  const ready = label.trim() !== '' && name !== '' && (isPlugin ? parent !== null : called.trim() !== '')
  return (
    <FormDialog
      title={t('configuration.newTable')}
      size="lg"
      saving={{ ...make, error: standing }}
      act={t('configuration.makeTable')}
      ready={ready}
      onSave={() => make.mutate()}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        required
        readOnly={made !== undefined}
        label={t('configuration.whatRecorded')}
        description={t('configuration.whatRecordedHint')}
        value={label}
        error={problem('label')}
        onChange={(event) => setLabel(event.currentTarget.value)}
      />
      <Radio.Group value={kind} onChange={setKind} label={t('configuration.kind')}>
        <Stack gap="xs" mt={6}>
          <Radio
            value="main"
            disabled={made !== undefined}
            label={t('configuration.main')}
            description={t('configuration.mainHint')}
          />
          <Radio
            value="plugin"
            disabled={made !== undefined || !tables.some((table) => table.is_plugin !== '1')}
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
        <>
          <Group grow align="flex-end">
            <TextInput
              required
              label={t('configuration.called')}
              description={t('configuration.calledHint')}
              value={called}
              onChange={(event) => setCalled(event.currentTarget.value)}
            />
            <Select
              label={t('configuration.calledForm')}
              allowDeselect={false}
              data={(['text', 'number'] as const).map((value) => ({
                value,
                label: t(`configuration.calledForms.${value}`),
              }))}
              value={form}
              onChange={(chosen) => setForm(chosen === 'number' ? 'number' : 'text')}
            />
          </Group>
          <Checkbox.Group
            label={t('configuration.canHave')}
            description={t('configuration.canHaveHint')}
            value={features}
            onChange={setFeatures}
          >
            <SimpleGrid cols={{ base: 1, xs: 3 }} mt={6} spacing="xs">
              {tableFeatures.map((feature) => (
                <Checkbox
                  key={feature}
                  value={feature}
                  label={t(`configuration.has.${feature}`)}
                  description={t(`configuration.hasHints.${feature}`)}
                />
              ))}
            </SimpleGrid>
          </Checkbox.Group>
        </>
      )}
      <TextInput
        readOnly={made !== undefined}
        label={t('configuration.shortName')}
        description={t('configuration.shortNameHint')}
        value={name}
        error={problem('name')}
        onChange={(event) => setShort(event.currentTarget.value)}
      />
    </FormDialog>
  )
}
