import { Switch, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { type Table, useChanged } from '../../core/application.js'
import { type ListingSearch, listingOf } from '../../core/listing-address.js'
import { client } from '../../core/session.js'

/** Keeps what the listing asks for, under a name. */
export function SaveSearch({
  table,
  address,
  onClose,
}: {
  table: Table
  address: ListingSearch
  onClose: () => void
}) {
  const { t } = useTranslation()
  const changed = useChanged()
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const save = useMutation({
    mutationFn: async () => {
      const { query } = await client.savedQueries.create({
        name: name.trim(),
        tb: table.name,
        query: listingOf({ ...address, as_of: undefined }),
      })
      if (shared) await client.savedQueries.share(query.id)
    },
    onSuccess: () => {
      void changed({ of: 'saved_query' })
      showDone(t('searches.saved', { name: name.trim() }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t('searches.save')}
      saving={save}
      act={t('searches.keep')}
      ready={name.trim() !== ''}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      <TextInput
        label={t('searches.name')}
        data-autofocus
        required
        maxLength={200}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Switch
        label={t('searches.share')}
        checked={shared}
        onChange={(event) => setShared(event.currentTarget.checked)}
      />
    </FormDialog>
  )
}
