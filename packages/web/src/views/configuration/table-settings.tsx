import { Button, Checkbox, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { isTableColor, isTableIcon } from '@trowel/contract/model/table-marks.js'
import { useTranslation } from 'react-i18next'
import { changedMeanwhile, NotSaved, type SettingWords } from '../../components/changed-meanwhile.js'
import { showDone } from '../../components/notices.js'
import { SavingForm } from '../../components/saving-form.js'
import { Section } from '../../components/section.js'
import { flagIn, listIn, tableFeatures, textIn } from '../../components/settings.js'
import { TypedGuard } from '../../components/typed-guard.js'
import { useProblems } from '../../components/use-problems.js'
import { useTyped } from '../../components/use-typed.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { configurationQueries } from '../../queries/configuration.js'
import { DensityPath } from './density-path.js'
import { marksIn, TableMarksChoice } from './table-marks.js'
import { type ConfiguredTable, useReconfigured } from './use-configuration.js'

/** What a table is called, how its lists look, what its records can have. */
export function TableSettings({ table }: { table: ConfiguredTable }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const reconfigured = useReconfigured()
  const isPlugin = table.is_plugin === '1'
  const stored = {
    label: table.label,
    ...marksIn(table),
    id_field: textIn(table, 'id_field'),
    order: textIn(table, 'order'),
    preview: listIn(table, 'preview'),
    plugin_of: textIn(table, 'plugin_of'),
    rs: flagIn(table, 'rs'),
    geodata: flagIn(table, 'geodata'),
    refman: flagIn(table, 'refman'),
    backlinks: listIn(table, 'backlinks'),
    chrono_density_path: listIn(table, 'chrono_density_path'),
  }
  const { typed, before, draft, change, learn, forget } = useTyped(stored, table)
  const tables = useQuery(configurationQueries.tables(app))
  const save = useMutation({
    // What was left as it was is left to others.
    mutationFn: () =>
      client.configuration.saveTable(table.name, {
        ...typed,
        ...(typed.plugin_of === '' && { plugin_of: null }),
        before,
      }),
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
  const settings = useSettings(table)
  const { problem, standing } = useProblems(save.error, draft)
  const sorted = Object.values(table.fields).sort((a, b) => a.sort - b.sort)
  const choices = (fields: typeof sorted) => fields.map(({ name, label }) => ({ value: name, label }))
  const fields = choices(sorted)
  return (
    <SavingForm saving={save} onSave={() => save.mutate()}>
      <TypedGuard isTyped={Object.keys(typed).length > 0 && !save.isPending} inPart />
      <Stack maw={720}>
        <TextInput
          required
          label={t('configuration.label')}
          value={draft.label}
          error={problem('label')}
          onChange={(event) => change({ label: event.currentTarget.value })}
        />
        {!isPlugin && <TableMarksChoice value={draft} onChange={change} />}
        {isPlugin && (
          <Select
            clearable
            label={t('configuration.parent')}
            description={t('configuration.parentHint')}
            data={(tables.data?.tables ?? [])
              .filter(({ is_plugin }) => is_plugin !== '1')
              .map(({ name, label }) => ({ value: name, label }))}
            value={draft.plugin_of === '' ? null : draft.plugin_of}
            error={problem('plugin_of')}
            onChange={(parent) => change({ plugin_of: parent ?? '' })}
          />
        )}
        <Group grow align="flex-start">
          <Select
            searchable
            allowDeselect={false}
            label={t('configuration.idField')}
            description={t('configuration.idFieldHint')}
            data={choices(sorted.filter(({ type }) => type !== 'formula'))}
            value={draft.id_field}
            error={problem('id_field')}
            onChange={(field) => change({ id_field: field ?? '' })}
          />
          <Select
            searchable
            allowDeselect={false}
            label={t('configuration.order')}
            description={t('configuration.orderHint')}
            data={fields}
            value={draft.order}
            error={problem('order')}
            onChange={(field) => change({ order: field ?? '' })}
          />
        </Group>
        <MultiSelect
          searchable
          label={t('configuration.preview')}
          description={t('configuration.previewHint')}
          data={fields}
          value={[...draft.preview]}
          error={problem('preview')}
          onChange={(preview) => change({ preview })}
        />
        {!isPlugin && (
          <>
            <Stack gap="xs" role="group" aria-label={t('configuration.canHave')}>
              {tableFeatures.map((feature) => (
                <Checkbox
                  key={feature}
                  label={t(`configuration.has.${feature}`)}
                  description={t(`configuration.hasHints.${feature}`)}
                  checked={draft[feature]}
                  onChange={(event) => change({ [feature]: event.currentTarget.checked })}
                />
              ))}
            </Stack>
            <Section name="configuration.reach" title={t('configuration.reach')}>
              <Stack>
                <BacklinkChoice
                  table={table}
                  value={draft.backlinks}
                  error={problem('backlinks')}
                  onChange={(backlinks) => change({ backlinks })}
                />
                <DensityPath
                  table={table}
                  value={draft.chrono_density_path}
                  onChange={(chrono_density_path) => change({ chrono_density_path })}
                />
              </Stack>
            </Section>
          </>
        )}
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

/** What people call the settings of a table, and what these name. */
function useSettings(table: ConfiguredTable): SettingWords {
  const { t } = useTranslation()
  const { app } = useApplication()
  const tables = useQuery(configurationQueries.tables(app))
  const tableName = (name: string) => tables.data?.tables.find((one) => one.name === name)?.label ?? name
  const fieldName = (name: string) => table.fields[name]?.label ?? name
  const through = (backlink: string) => {
    const [from = '', by = ''] = backlink.split(':')
    return t('configuration.through', { table: tableName(from), through: tableName(by) })
  }
  return {
    label: { label: t('configuration.label') },
    icon: {
      label: t('configuration.icon'),
      nameOf: (icon: string) => (isTableIcon(icon) ? t(`configuration.icons.${icon}`) : icon),
    },
    color: {
      label: t('configuration.markColour'),
      nameOf: (color: string) => (isTableColor(color) ? t(`configuration.markColours.${color}`) : color),
    },
    plugin_of: { label: t('configuration.parent'), nameOf: tableName },
    id_field: { label: t('configuration.idField'), nameOf: fieldName },
    order: { label: t('configuration.order'), nameOf: fieldName },
    preview: { label: t('configuration.preview'), nameOf: fieldName },
    rs: { label: t('configuration.has.rs') },
    geodata: { label: t('configuration.has.geodata') },
    refman: { label: t('configuration.has.refman') },
    backlinks: { label: t('configuration.backlinks'), nameOf: through },
    chrono_density_path: { label: t('configuration.path'), nameOf: tableName },
  }
}

/** Tables that refer to this one through rows of another: burials through their grave goods. */
function BacklinkChoice({
  table,
  value,
  error,
  onChange,
}: {
  table: ConfiguredTable
  value: readonly string[]
  error: string | undefined
  onChange: (backlinks: readonly string[]) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { data } = useQuery(configurationQueries.relations(app))
  const tables = useQuery(configurationQueries.tables(app))
  const relations = data?.data ?? []
  const offered = new Map(
    relations
      .filter(({ to_tb, from_tb }) => to_tb === table.name && from_tb !== table.name)
      .flatMap((here) =>
        relations
          .filter(
            (there) =>
              there.from_tb === here.from_tb &&
              there.from_col !== here.from_col &&
              there.to_tb !== table.name,
          )
          .map((there) => [
            `${there.to_tb}:${here.from_tb}:${here.from_col}`,
            t('configuration.through', { table: there.to_label, through: here.from_label }),
          ]),
      ),
  )
  const labelOf = (name: string) => tables.data?.tables.find((one) => one.name === name)?.label ?? name
  for (const kept of value) {
    const [from = '', through = ''] = kept.split(':')
    if (!offered.has(kept))
      offered.set(kept, t('configuration.through', { table: labelOf(from), through: labelOf(through) }))
  }
  return (
    <MultiSelect
      label={t('configuration.backlinks')}
      description={t('configuration.backlinksHint')}
      data={[...offered].map(([key, label]) => ({ value: key ?? '', label: label ?? '' }))}
      value={[...value]}
      error={error}
      disabled={offered.size === 0}
      onChange={onChange}
    />
  )
}
