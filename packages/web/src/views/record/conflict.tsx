import { Button, Group, Modal, Radio, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import type { ApiError } from '@trowel/client'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../app/application.js'
import { client } from '../../app/session.js'
import { Loaded } from '../../parts/states.js'
import type { Draft } from './draft.js'
import type { WholeRecord } from './record.js'

type Side = 'mine' | 'theirs'

/** Somebody else saved meanwhile: what he wrote beside what was typed here, field by field; nothing is decided unasked. */
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
  refusal: ApiError
  onClose: () => void
  onSave: (changes: Draft, etag: string | null) => void
}) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const { template } = useSearch({ from: '/app/$app/record/$table/$id' })
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({})
  const theirs = useQuery({
    queryKey: [app, 'conflict', record.metadata.tb_id, id, record.etag],
    queryFn: ({ signal }) => client.records.read(record.metadata.tb_id, id, { template }, { signal }),
    staleTime: 0,
  })
  const by = refusal.detail as { user_name?: string | null; time?: string | null } | null
  return (
    <Modal opened onClose={onClose} size="xl" title={t('conflict.title')} centered>
      <Loaded query={theirs}>
        {(now) => {
          const both = record.schema.fields.filter(
            ({ name }) =>
              name in draft.core &&
              String(now.core[name]?.val ?? '') !== String(record.core[name]?.val ?? '') &&
              String(now.core[name]?.val ?? '') !== String(draft.core[name] ?? ''),
          )
          const side = (name: string): Side => sides[name] ?? 'mine'
          const settle = () => {
            const given = both.filter(({ name }) => side(name) === 'theirs').map(({ name }) => name)
            const core = Object.fromEntries(
              Object.entries(draft.core).filter(([name]) => !given.includes(name)),
            )
            onSave({ ...draft, core }, now.etag)
          }
          return (
            <Stack>
              <Text size="sm">
                {by?.user_name && by.time
                  ? t('conflict.by', {
                      name: by.user_name,
                      time: new Date(by.time).toLocaleString(i18n.language),
                    })
                  : t('conflict.text')}
              </Text>
              {both.length === 0 ? (
                <Text size="sm">{t('conflict.apart')}</Text>
              ) : (
                <Table verticalSpacing="xs">
                  <Table.Thead>
                    <Table.Tr>
                      <Table.Th>{t('conflict.field')}</Table.Th>
                      <Table.Th>{t('conflict.mine')}</Table.Th>
                      <Table.Th>{t('conflict.theirs')}</Table.Th>
                    </Table.Tr>
                  </Table.Thead>
                  <Table.Tbody>
                    {both.map(({ name, label }) => (
                      <Table.Tr key={name}>
                        <Table.Th scope="row">{label}</Table.Th>
                        {(['mine', 'theirs'] as const).map((one) => (
                          <Table.Td key={one}>
                            <Radio
                              name={`side-${name}`}
                              checked={side(name) === one}
                              onChange={() => setSides((chosen) => ({ ...chosen, [name]: one }))}
                              label={
                                one === 'mine'
                                  ? String(draft.core[name] ?? t('conflict.nothing'))
                                  : String(
                                      now.core[name]?.val_label ??
                                        now.core[name]?.val ??
                                        t('conflict.nothing'),
                                    )
                              }
                            />
                          </Table.Td>
                        ))}
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              )}
              <Group justify="flex-end">
                <Button variant="default" onClick={onClose}>
                  {t('conflict.back')}
                </Button>
                <Button onClick={settle}>{t('conflict.save')}</Button>
              </Group>
            </Stack>
          )
        }}
      </Loaded>
    </Modal>
  )
}
