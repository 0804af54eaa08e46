import { Group, Select, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { isLevel, tableLevels } from './account-levels.js'
import { useTableLevelName } from './table-level-name.js'

/** Rights on one table, and none on all the others that there are. */
export function OnlyOneTable({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTranslation()
  const { tables } = useApplication()
  const levelName = useTableLevelName()
  const changed = useChanged()
  const [table, setTable] = useState(tables[0]?.name ?? '')
  const [level, setLevel] = useState<number>(privileges.reader)
  const save = useMutation({
    mutationFn: async () => {
      for (const { name } of tables)
        await client.privileges.save(id, {
          table_name: name,
          privilege: name === table && isLevel(level) ? level : privileges.waiting,
          filter: null,
          outside: 'hide',
        })
    },
    onSuccess: () => {
      showDone(t('users.overrideSaved'))
      onClose()
    },
    // Some tables may have got theirs before a refusal.
    onSettled: () => changed({ of: 'user' }),
  })
  return (
    <FormDialog
      title={t('users.onlyTitle')}
      saving={save}
      act={t('form.save')}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <Group grow align="flex-start">
        <Select
          label={t('users.table')}
          allowDeselect={false}
          data={tables.map(({ name, label }) => ({ value: name, label }))}
          value={table}
          onChange={(name) => setTable(name ?? table)}
        />
        <Select
          label={t('users.level')}
          allowDeselect={false}
          data={tableLevels
            .filter((one) => one !== privileges.waiting)
            .map((one) => ({ value: String(one), label: levelName(one) }))}
          value={String(level)}
          onChange={(chosen) => setLevel(Number(chosen))}
        />
      </Group>
      <Text size="sm" c="dimmed">
        {t('users.onlyText')}
      </Text>
    </FormDialog>
  )
}
