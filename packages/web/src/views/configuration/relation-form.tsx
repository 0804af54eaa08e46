import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { offeredPolicies } from '@trowel/contract/model/delete-policies.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog.js'
import { ButtonRow } from '../../components/dialog-buttons.js'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { configurationQueries } from '../../queries/configuration.js'
import { Orphans } from './orphans.js'
import { policyIn, policyKeys } from './policies.js'
import { type Relation, useReconfigured } from './use-configuration.js'

/** Says that a field refers to a table, and what happens when the record at the other end goes. */
export function RelationForm({ relation, onClose }: { relation: Relation | undefined; onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const reconfigured = useReconfigured()
  const [from, setFrom] = useState(relation?.from_tb ?? null)
  const [column, setColumn] = useState(relation?.from_col ?? null)
  const [to, setTo] = useState(relation?.to_tb ?? null)
  const [target, setTarget] = useState(relation?.to_col ?? 'id')
  const [onDelete, setOnDelete] = useState(policyIn(relation?.on_delete ?? null))
  const [onUpdate, setOnUpdate] = useState(policyIn(relation?.on_update ?? 'CASCADE'))
  const tables = useQuery(configurationQueries.tables(app))
  const fromTable = useQuery({ ...configurationQueries.table(app, from ?? ''), enabled: from !== null })
  const toTable = useQuery({ ...configurationQueries.table(app, to ?? ''), enabled: to !== null })
  const offered = (tables.data?.tables ?? []).map(({ name, label }) => ({ value: name, label }))
  const fieldsOf = (labels: Readonly<Record<string, string>> | undefined) =>
    Object.entries(labels ?? {}).map(([value, label]) => ({ value, label }))

  const save = useMutation({
    mutationFn: () => {
      const ways = { to_tb: to ?? '', to_col: target, on_delete: onDelete, on_update: onUpdate }
      return relation
        ? client.relations.update(relation.id, ways)
        : client.relations.create({ from_tb: from ?? '', from_col: column ?? '', ...ways })
    },
    onSuccess: async ({ enforced }) => {
      await reconfigured()
      if (!enforced) return
      showDone(t('form.saved'))
      onClose()
    },
  })
  const kept = save.data && !save.data.enforced ? save.data : undefined
  const title = t(relation ? 'configuration.editRelation' : 'configuration.newRelation')
  if (kept)
    return (
      <Dialog onClose={onClose} size="lg" title={title}>
        <Stack>
          <Orphans
            errors={[
              {
                from_tb: from ?? '',
                from_col: column ?? '',
                reason: kept.orphans === undefined ? (kept.reason ?? '') : `orphans_found:${kept.orphans}`,
                ...(kept.orphan_ids && { orphan_ids: kept.orphan_ids }),
              },
            ]}
          />
          <ButtonRow>
            <Button variant="default" onClick={onClose}>
              {t('configuration.close')}
            </Button>
          </ButtonRow>
        </Stack>
      </Dialog>
    )
  return (
    <FormDialog
      size="lg"
      title={title}
      saving={save}
      act={t('form.save')}
      ready={from !== null && column !== null && to !== null}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      {!relation && (
        <Text size="sm" c="dimmed">
          {t('configuration.relationHint')}
        </Text>
      )}
      <Group grow align="flex-start">
        <Select
          required
          searchable
          data-autofocus
          label={t('configuration.fromTable')}
          data={offered}
          value={from}
          disabled={relation !== undefined}
          onChange={(name) => {
            setFrom(name)
            setColumn(null)
          }}
        />
        <Select
          required
          searchable
          label={t('configuration.fromField')}
          data={fieldsOf(fromTable.data?.field_labels)}
          value={column}
          disabled={relation !== undefined || from === null}
          onChange={setColumn}
        />
      </Group>
      <Group grow align="flex-start">
        <Select
          required
          searchable
          label={t('configuration.toTable')}
          data={offered}
          value={to}
          onChange={(name) => {
            setTo(name)
            setTarget('id')
          }}
        />
        <Select
          required
          searchable
          allowDeselect={false}
          label={t('configuration.toField')}
          data={fieldsOf(toTable.data?.field_labels)}
          value={target}
          disabled={to === null}
          onChange={(name) => setTarget(name ?? 'id')}
        />
      </Group>
      <Select
        allowDeselect={false}
        label={t('configuration.onDelete')}
        data={offeredPolicies.map((value) => ({
          value,
          label: t(`configuration.policies.${policyKeys[value]}`),
        }))}
        value={onDelete}
        onChange={(policy) => setOnDelete(policyIn(policy))}
      />
      {target !== 'id' && (
        <Select
          allowDeselect={false}
          label={t('configuration.onUpdate')}
          data={offeredPolicies.map((value) => ({
            value,
            label: t(`configuration.updatePolicies.${policyKeys[value]}`),
          }))}
          value={onUpdate}
          onChange={(policy) => setOnUpdate(policyIn(policy))}
        />
      )}
    </FormDialog>
  )
}
