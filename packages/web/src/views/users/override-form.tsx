import { Group, Radio, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Filter } from '@trowel/client'
import { privileges } from '@trowel/contract/privileges.js'
import type { TablePrivilege } from '@trowel/contract/users.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterBuilder } from '../../components/filter/filter-builder.js'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { isLevel, tableLevels } from './account-levels.js'
import { OverridePreview } from './override-preview.js'
import { useTableLevelName } from './table-level-name.js'

/** A level on one table; on all records, or on those that meet a filter. */
export function OverrideForm({
  id,
  level,
  override,
  taken,
  onClose,
}: {
  /** Of the person. */
  id: number
  /** The person's level everywhere else. */
  level: number
  /** Absent: a new one. */
  override?: TablePrivilege
  /** Tables that have one already. */
  taken: readonly string[]
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { tables } = useApplication()
  const levelName = useTableLevelName()
  const changed = useChanged()
  const free = tables.filter(({ name }) => name === override?.table_name || !taken.includes(name))
  const [table, setTable] = useState(override?.table_name ?? free[0]?.name ?? '')
  const [privilege, setPrivilege] = useState(override?.privilege ?? privileges.writer)
  const [part, setPart] = useState(override?.filter ? 'some' : 'all')
  const [filter, setFilter] = useState<Filter | undefined>(
    override?.filter ? { ...override.filter } : undefined,
  )
  const [outside, setOutside] = useState(override?.outside === 'global' ? 'global' : 'hide')
  const wanted = {
    table_name: table,
    privilege: isLevel(privilege) ? privilege : privileges.reader,
    filter: part === 'some' ? (filter ?? null) : null,
    outside: outside === 'global' ? 'global' : 'hide',
  } as const
  const save = useMutation({
    mutationFn: () => client.privileges.save(id, wanted),
    onSuccess: () => {
      void changed({ of: 'user' })
      showDone(t('users.overrideSaved'))
      onClose()
    },
  })
  const isComplete = part === 'all' || filter !== undefined
  return (
    <FormDialog
      title={t('users.overrideTitle')}
      size="xl"
      saving={save}
      act={t('form.save')}
      ready={isComplete}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <Group grow align="flex-start">
        <Select
          label={t('users.table')}
          data={free.map(({ name, label }) => ({ value: name, label }))}
          value={table}
          allowDeselect={false}
          disabled={override !== undefined}
          onChange={(value) => {
            setTable(value ?? table)
            setFilter(undefined)
          }}
        />
        <Select
          label={t('users.level')}
          data={tableLevels.map((value) => ({
            value: String(value),
            label: levelName(value),
          }))}
          value={String(privilege)}
          allowDeselect={false}
          onChange={(value) => setPrivilege(Number(value))}
        />
      </Group>
      <SegmentedControl
        aria-label={t('users.whichRows')}
        data={[
          { value: 'all', label: t('users.allRows') },
          { value: 'some', label: t('users.someRows') },
        ]}
        value={part}
        onChange={setPart}
      />
      {part === 'some' && (
        <>
          <FilterBuilder table={table} filter={filter} onChange={setFilter} reach="own" />
          <Radio.Group label={t('users.outside')} value={outside} onChange={setOutside}>
            <Stack gap={6} mt={6}>
              <Radio value="hide" label={t('users.hide')} />
              <Radio value="global" label={t('users.global', { level: levelName(level) })} />
            </Stack>
          </Radio.Group>
        </>
      )}
      {isComplete ? (
        <OverridePreview id={id} wanted={wanted} />
      ) : (
        <Text size="sm" c="dimmed">
          {t('users.completeFilter')}
        </Text>
      )}
    </FormDialog>
  )
}
