import { Group, Select, Stack, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../../../components/dialog-buttons.js'
import { showDone } from '../../../components/notices.js'
import { type NamedRecord, RecordChoice } from '../../../components/record-choice.js'
import { SavingForm } from '../../../components/saving-form.js'
import { Failed } from '../../../components/states.js'
import { useApplication, useChanged } from '../../../core/application.js'
import { client } from '../../../core/session.js'
import type { WholeRecord } from '../../../queries/records.js'

const maxLabelLength = 200

/** Links the record to another one, of any table, and says what that means. */
export function LinkForm({ record, onEnd }: { record: WholeRecord; onEnd: () => void }) {
  const { t } = useTranslation()
  const { tables } = useApplication()
  const changed = useChanged()
  const { metadata } = record
  const [table, setTable] = useState(metadata.tb_id)
  const [other, setOther] = useState<NamedRecord | null>(null)
  const [label, setLabel] = useState('')
  const save = useMutation({
    mutationFn: () =>
      client.manualLinks.create({
        tb_one: metadata.tb_id,
        id_one: metadata.rec_id ?? 0,
        tb_two: table,
        id_two: other?.id ?? 0,
        label: label.trim(),
      }),
    onSuccess: async ({ link }) => {
      await changed({ of: 'link' })
      showDone(t('links.added', { name: `${link.tb_label} ${link.ref_label}` }))
      onEnd()
    },
  })
  return (
    <SavingForm saving={save} onSave={() => save.mutate()}>
      <Stack gap="xs" mb="sm">
        <Group gap="xs" grow>
          <Select
            size="xs"
            searchable
            allowDeselect={false}
            label={t('links.table')}
            data={tables.map(({ name, label: text }) => ({ value: name, label: text }))}
            value={table}
            onChange={(chosen) => {
              setTable(chosen ?? table)
              setOther(null)
            }}
          />
          <RecordChoice
            key={table}
            size="xs"
            table={table}
            label={t('links.record')}
            placeholder={t('links.search')}
            without={table === metadata.tb_id && metadata.rec_id !== null ? [metadata.rec_id] : []}
            value={other}
            onChoose={setOther}
          />
        </Group>
        <TextInput
          size="xs"
          label={t('links.meaning')}
          description={t('links.meaningHint')}
          maxLength={maxLabelLength}
          value={label}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        {save.isError && <Failed error={save.error} />}
        <DialogButtons onCancel={onEnd} compact disabled={other === null} pending={save.isPending}>
          {t('links.save')}
        </DialogButtons>
      </Stack>
    </SavingForm>
  )
}
