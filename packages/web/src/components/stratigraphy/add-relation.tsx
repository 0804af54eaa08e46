import { Group, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DialogButtons } from '../dialog-buttons.js'
import { type NamedRecord, RecordChoice } from '../record-choice.js'
import { SavingForm } from '../saving-form.js'
import { LoopAlert } from './loop-alert.js'
import { relationsTo, relationWords, type Side, sides } from './relation-sides.js'
import { loopOf, useRelations } from './use-relations.js'

/** Relates a unit to another one; warns of contradictions before anything is stored. */
export function AddRelation({
  table,
  unit,
  side,
  other,
  onOther,
  onEnd,
}: {
  table: string
  unit: NamedRecord
  /** On which side of the form; all relations without one. */
  side?: Side
  other: NamedRecord | null
  onOther: (other: NamedRecord | null) => void
  onEnd: () => void
}) {
  const { t } = useTranslation()
  const { add } = useRelations(table)
  const loop = loopOf(add.error)
  const offered = side ? relationsTo(side) : sides.flatMap(relationsTo)
  const [code, setCode] = useState(String(offered[0]))
  const state = (force: boolean) => {
    if (other)
      add.mutate(
        { first: unit, code: Number(code), second: other, force },
        {
          onSuccess: () => {
            onOther(null)
            onEnd()
          },
        },
      )
  }
  const option = (one: number) => ({ value: String(one), label: relationWords(one) })
  return (
    <SavingForm saving={add} onSave={() => state(false)}>
      <Stack gap="xs" mt="xs">
        <Group gap="xs" align="flex-end" wrap="nowrap">
          <Select
            size="xs"
            flex={1}
            miw={0}
            label={t('relating.thisUnit', { name: unit.label })}
            allowDeselect={false}
            maxDropdownHeight={340}
            data={
              side
                ? offered.map(option)
                : sides.map((one) => ({ group: t(`relating.${one}`), items: relationsTo(one).map(option) }))
            }
            value={code}
            onChange={(chosen) => {
              setCode(chosen ?? code)
              add.reset()
            }}
          />
          <div style={{ flex: 1, minWidth: 0 }}>
            <RecordChoice
              size="xs"
              autoFocus
              table={table}
              label={t('relating.otherUnit')}
              placeholder={t('relating.search')}
              without={[unit.id]}
              value={other}
              onChoose={(chosen) => {
                onOther(chosen)
                add.reset()
              }}
            />
          </div>
        </Group>
        {loop && (
          <LoopAlert
            loop={loop}
            help={t('relating.loopHelp')}
            act={t('relating.force')}
            isPending={add.isPending}
            onForce={() => state(true)}
          />
        )}
        <DialogButtons onCancel={onEnd} compact disabled={other === null} pending={add.isPending}>
          {t('relating.add')}
        </DialogButtons>
      </Stack>
    </SavingForm>
  )
}
