import { Radio, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ApiError } from '@trowel/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog.js'
import { DialogButtons } from '../../components/dialog-buttons.js'
import { FieldText } from '../../components/fields/field-text.js'
import { useRecordNames } from '../../components/record-names.js'
import { Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { recordQueries, type WholeRecord } from '../../queries/records.js'
import { type Clash, clashesOf, type Left, withoutLostRows } from './clashes.js'
import type { Draft } from './draft.js'
import { useLayoutChoice } from './layout-choice.js'

type Side = 'mine' | 'theirs'

/**
 * Another user saved meanwhile: what they left beside what was typed here, field by field; nothing is
 * decided unasked.
 */
export function Conflict({
  record,
  id,
  draft,
  refusal,
  onClose,
  onSave,
}: {
  record: WholeRecord
  id: number
  draft: Draft
  /** Of a save that came too late, if there was one. */
  refusal: ApiError | undefined
  onClose: () => void
  /** @param now what is stored by now, to which the changes are made */
  onSave: (changes: Draft, now: WholeRecord) => void
}) {
  const { t, i18n } = useTranslation()
  const { app, user } = useApplication()
  const { layout: template } = useLayoutChoice(record.metadata.tb_id)
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const theirs = useQuery(recordQueries.now(app, record.metadata.tb_id, id, record.etag, template))
  const by = refusal?.detail as
    | {
        userid?: number | null
        user_name?: string | null
        time?: string | null
      }
    | null
    | undefined
  const isOwn = by?.userid != null && by.userid === user.id
  return (
    <Dialog onClose={onClose} size="xl" title={isOwn ? t('conflict.titleOwn') : t('conflict.title')}>
      <Loaded query={theirs}>
        {(now) => {
          const clashes = clashesOf(record, now, draft)
          const side = ({ key }: Clash): Side => sides[key] ?? 'mine'
          const settle = () => {
            const settled = clashes.reduce(
              (next, clash) =>
                side(clash) === 'theirs' ? clash.giveWay(next) : (clash.insist?.(next) ?? next),
              withoutLostRows(now, draft),
            )
            onSave(settled, now)
          }
          return (
            <Stack>
              <Text size="sm">
                {by?.user_name && by.time
                  ? t(isOwn ? 'conflict.byOwn' : 'conflict.by', {
                      name: by.user_name,
                      time: new Date(by.time).toLocaleString(i18n.language),
                    })
                  : t('conflict.text')}
              </Text>
              {clashes.length === 0 ? (
                <Text size="sm">{t('conflict.apart')}</Text>
              ) : (
                <Table verticalSpacing="xs">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th scope="col">{t('conflict.field')}</Table.Th>
                      <Table.Th scope="col">{t('conflict.mine')}</Table.Th>
                      <Table.Th scope="col">{t('conflict.theirs')}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {clashes.map((clash) => (
                      <Table.Tr key={clash.key}>
                        <Table.Th scope="row">
                          {clash.row && (
                            <Text size="xs" c="dimmed">
                              {t('conflict.row', clash.row)}
                            </Text>
                          )}
                          {clash.field ?? t('conflict.wholeRow')}
                        </Table.Th>
                        {(['mine', 'theirs'] as const).map((one) => (
                          <Table.Td key={one}>
                            <Radio
                              name={`side-${clash.key}`}
                              checked={side(clash) === one}
                              onChange={() => setSides((chosen) => ({ ...chosen, [clash.key]: one }))}
                              label={<LeftText left={clash[one]} />}
                            />
                          </Table.Td>
                        ))}
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              )}
              <DialogButtons cancel={t('conflict.back')} onCancel={onClose} onAct={settle}>
                {t('conflict.save')}
              </DialogButtons>
            </Stack>
          )
        }}
      </Loaded>
    </Dialog>
  )
}

/** What one side left, in words; a lookup by the name of the record that it means. */
function LeftText({ left }: { left: Left }) {
  const { t } = useTranslation()
  const source = typeof left === 'object' ? left.field.options_source : undefined
  const table = source?.type === 'id_from_tb' ? source.ref : undefined
  const id = typeof left === 'object' && table !== undefined ? Number(left.value) : 0
  const names = useRecordNames(table, id > 0 ? [id] : [])
  if (typeof left === 'string') return t(`conflict.${left}`)
  const { field, value } = left
  if (value === null || value === '') return t('conflict.nothing')
  if (table !== undefined) return names?.get(id) ?? String(value)
  return (
    <FieldText field={field} cell={{ name: field.name, label: field.label, val: value, val_label: null }} />
  )
}
