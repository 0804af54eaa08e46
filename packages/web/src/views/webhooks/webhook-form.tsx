import { Checkbox, Group, MultiSelect, Radio, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type ChangeOperation, changeOperations } from '@trowel/contract/changes.js'
import { privileges } from '@trowel/contract/privileges.js'
import type { Webhook } from '@trowel/contract/webhooks.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { ShownOnce } from '../../components/shown-once.js'
import { useProblems } from '../../components/use-problems.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { userQueries } from '../../queries/users.js'

/** Makes a webhook and shows its secret, or changes one. */
export function WebhookForm({ webhook, onClose }: { webhook?: Webhook; onClose: () => void }) {
  const { t } = useTranslation()
  const { app, tables: known, user } = useApplication()
  const changed = useChanged()
  const people = useQuery(userQueries.all(app))
  const [url, setUrl] = useState(webhook?.url ?? '')
  const [isEverything, setEverything] = useState((webhook?.tables ?? null) === null)
  const [tables, setTables] = useState<readonly string[]>(webhook?.tables ?? [])
  const [operations, setOperations] = useState<readonly string[]>(webhook?.operations ?? changeOperations)
  const [asUser, setAsUser] = useState(String(webhook?.as_user ?? user.id ?? ''))
  const save = useMutation({
    mutationFn: async (): Promise<string | null> => {
      const body = {
        url: url.trim(),
        tables: isEverything ? null : tables,
        operations: changeOperations.filter((one) => operations.includes(one)),
        as_user: Number(asUser),
      }
      if (!webhook) return (await client.webhooks.create(body)).secret
      await client.webhooks.change(webhook.id, body)
      return null
    },
    onSuccess: async (secret) => {
      await changed({ of: 'webhook' })
      if (secret !== null) return
      showDone(t('form.saved'))
      onClose()
    },
  })
  const { problem, standing } = useProblems(save.error, { url, tables, operations, as_user: asUser })
  if (save.data) {
    return (
      <ShownOnce
        title={t('webhooks.isMade')}
        label={t('webhooks.secret')}
        secret={save.data}
        onClose={onClose}
      >
        {t('webhooks.how')}
      </ShownOnce>
    )
  }
  const chosen = (people.data?.users ?? [])
    .filter(({ privilege_value: level }) => level < privileges.waiting && level >= user.privilege_value)
    .map(({ id, name }) => ({ value: String(id), label: name }))
  const isReady = url.trim() !== '' && operations.length > 0 && (isEverything || tables.length > 0)
  return (
    <FormDialog
      title={t(webhook ? 'webhooks.edit' : 'webhooks.new')}
      size="lg"
      saving={{ ...save, error: problem('url') === undefined ? standing : null }}
      act={t(webhook ? 'form.save' : 'webhooks.create')}
      ready={isReady && asUser !== ''}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('webhooks.url')}
        description={t('webhooks.urlHint')}
        placeholder="https://"
        type="url"
        inputMode="url"
        autoComplete="off"
        required
        data-autofocus
        maxLength={2000}
        value={url}
        error={problem('url')}
        onChange={(event) => setUrl(event.currentTarget.value)}
      />
      <Radio.Group
        label={t('webhooks.what')}
        value={isEverything ? 'everything' : 'tables'}
        onChange={(value) => setEverything(value === 'everything')}
      >
        <Group mt={6}>
          <Radio value="everything" label={t('webhooks.everything')} />
          <Radio value="tables" label={t('webhooks.someTables')} />
        </Group>
      </Radio.Group>
      {!isEverything && (
        <MultiSelect
          label={t('webhooks.tables')}
          description={t('webhooks.tablesHint')}
          required
          searchable
          data={known.map(({ name, label }) => ({ value: name, label }))}
          value={[...tables]}
          onChange={setTables}
        />
      )}
      <Checkbox.Group label={t('webhooks.which')} value={[...operations]} onChange={setOperations}>
        <Group mt={6}>
          {changeOperations.map((one: ChangeOperation) => (
            <Checkbox key={one} value={one} label={t(`webhooks.operations.${one}`)} />
          ))}
        </Group>
      </Checkbox.Group>
      <Select
        label={t('webhooks.asUser')}
        description={t('webhooks.asUserHint')}
        required
        searchable
        allowDeselect={false}
        data={chosen}
        value={asUser}
        error={problem('as_user')}
        onChange={(value) => setAsUser(value ?? asUser)}
      />
    </FormDialog>
  )
}
