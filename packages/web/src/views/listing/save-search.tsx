import { Switch, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { queryOf } from '../../components/saved-search.js'
import { type Table, useChanged } from '../../core/application.js'
import type { ListingSearch } from '../../core/listing-address.js'
import { client } from '../../core/session.js'
import type { SavedSearch } from '../../queries/search.js'

/** Keeps what the list asks for and how it is shown, under a name; or gives a saved search another name. */
export function SaveSearch({
  table,
  address,
  view,
  onSaved,
  onClose,
}: {
  table: Table
  address: ListingSearch
  /** The one that is renamed. */
  view?: SavedSearch | undefined
  onSaved?: (id: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const changed = useChanged()
  const [name, setName] = useState(view?.name ?? '')
  const [shared, setShared] = useState(false)
  const save = useMutation({
    mutationFn: async () => {
      if (view) {
        await client.savedQueries.update(view.id, { name: name.trim() })
        return view.id
      }
      const { query } = await client.savedQueries.create({
        name: name.trim(),
        tb: table.name,
        query: queryOf(address),
      })
      if (shared) await client.savedQueries.share(query.id)
      return query.id
    },
    onSuccess: async (id) => {
      await changed({ of: 'saved_query' })
      onSaved?.(id)
      showDone(t('searches.saved', { name: name.trim() }))
      onClose()
    },
  })
  return (
    <FormDialog
      title={t(view ? 'views.rename' : 'searches.save')}
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
      {!view && (
        <Switch
          label={t('searches.share')}
          checked={shared}
          onChange={(event) => setShared(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
