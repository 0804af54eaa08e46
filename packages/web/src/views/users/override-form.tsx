import { Group, Radio, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Filter } from '@trowel/client'
import { isObject } from '@trowel/contract/json.js'
import { privileges } from '@trowel/contract/privileges.js'
import type { TablePrivilege } from '@trowel/contract/users.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile, changedMeanwhile } from '../../components/changed-meanwhile.js'
import { FilterBuilder } from '../../components/filter/filter-builder.js'
import { FilterWords } from '../../components/filter/filter-chips.js'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import type { Loose } from '../../components/settings.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { isLevel, tableLevels } from './account-levels.js'
import { OverridePreview } from './override-preview.js'
import { useTableLevelName } from './table-level-name.js'

const seenNames = ['privilege', 'filter', 'outside'] as const
type Seen = {
  readonly privilege: number | null
  readonly filter: Filter | null
  readonly outside: 'hide' | 'global' | null
}

/** What an override says; nothing where there is none. */
const seenOf = ({ privilege, filter, outside }: Loose = {}): Seen => ({
  privilege: typeof privilege === 'number' ? privilege : null,
  filter: isObject(filter) ? filter : null,
  outside: outside === 'global' || outside === 'hide' ? outside : null,
})

const isSame = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

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
  // As it is as far as the person knows: a newer state that comes in would be overwritten unasked.
  const [known, setKnown] = useState(() => seenOf(override))
  /** What the person knew before others changed it. */
  const [surprised, setSurprised] = useState<Seen>()
  const take = (now: Seen, names: readonly (keyof Seen)[]) => {
    if (names.includes('privilege') && now.privilege !== null) setPrivilege(now.privilege)
    if (names.includes('filter')) {
      setPart(now.filter ? 'some' : 'all')
      setFilter(now.filter ? { ...now.filter } : undefined)
    }
    if (names.includes('outside') && now.outside !== null) setOutside(now.outside)
  }
  const save = useMutation({
    mutationFn: () => client.privileges.save(id, { ...wanted, before: known }),
    onSuccess: () => {
      void changed({ of: 'user' })
      showDone(t('users.overrideSaved'))
      onClose()
    },
    onError: (error) => {
      const theirs = changedMeanwhile(error)
      if (!theirs) return
      const now = seenOf({ ...known, ...theirs })
      // Where nothing was chosen here, the others win.
      take(
        now,
        seenNames.filter((name) => isSame(wanted[name], known[name])),
      )
      setSurprised(known)
      setKnown(now)
      return changed({ of: 'user' })
    },
  })
  const isChanged = surprised !== undefined && changedMeanwhile(save.error) !== undefined
  const changes = seenNames.filter((name) => surprised && !isSame(surprised[name], known[name]))
  const labels = { privilege: t('users.level'), filter: t('users.whichRows'), outside: t('users.outside') }
  const words = {
    privilege: (of: Seen) => (of.privilege === null ? t('conflict.nothing') : levelName(of.privilege)),
    filter: (of: Seen) =>
      of.filter ? <FilterWords table={table} filter={{ ...of.filter }} /> : t('users.allRows'),
    outside: (of: Seen) =>
      of.outside === 'global' ? t('users.global', { level: levelName(level) }) : t('users.hide'),
  }
  const isComplete = part === 'all' || filter !== undefined
  return (
    <FormDialog
      title={t('users.overrideTitle')}
      size="xl"
      saving={{ ...save, error: isChanged ? null : save.error }}
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
      {isChanged && (
        <ChangedMeanwhile
          clashes={changes.map((name) => ({
            label: labels[name],
            mine: isSame(wanted[name], known[name]) ? undefined : words[name](wanted),
            theirs: words[name](known),
          }))}
          onTake={() => {
            take(known, changes)
            save.reset()
          }}
        />
      )}
    </FormDialog>
  )
}
