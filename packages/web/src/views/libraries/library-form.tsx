import { Anchor, Autocomplete, Checkbox, Group, PasswordInput, Radio, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { ApiError } from '@trowel/client'
import type { Library, LibraryType } from '@trowel/contract/citations.js'
import { libraryTypes } from '@trowel/contract/citations.js'
import { isObject } from '@trowel/contract/json.js'
import { useState } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import { FormDialog } from '../../components/form-dialog.js'
import { showDone } from '../../components/notices.js'
import { sentenceOf } from '../../components/refusal.js'
import { useProblems } from '../../components/use-problems.js'
import { useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'

/** Styles that archaeologists are asked for; any other is named by its id. */
const styles = [
  'american-journal-of-archaeology',
  'antiquity',
  'apa',
  'chicago-author-date',
  'chicago-notes-bibliography',
  'harvard-cite-them-right',
  'journal-of-archaeological-science',
  'modern-language-association',
  'society-for-american-archaeology',
]

/** Refusals that are about one input. */
const fieldOfCode: Readonly<Record<string, string>> = {
  invalid_refman_id: 'refman_id',
  lib_already_exists: 'refman_id',
  invalid_citation_style: 'citation_style',
}

type Known = Pick<Library, 'name' | 'citation_style'>

/** What another person made of it meanwhile, where that is why it was refused. */
function changedByOthers(error: unknown): Known | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale_record' || !isObject(error.detail))
    return undefined
  const { name, citation_style } = error.detail
  return typeof name === 'string' && typeof citation_style === 'string' ? { name, citation_style } : undefined
}

/** Connects a library, or changes what is said of one. Its key is written here and never shown. */
export function LibraryForm({ library, onClose }: { library?: Library; onClose: () => void }) {
  const { t } = useTranslation()
  const changed = useChanged()
  // As it is as far as the person knows.
  const [known, setKnown] = useState<Known>(library ?? { name: '', citation_style: 'chicago-author-date' })
  const [type, setType] = useState<LibraryType>(library?.type ?? 'group')
  const [refmanId, setRefmanId] = useState(library?.refman_id ?? '')
  const [name, setName] = useState(known.name)
  const [style, setStyle] = useState(known.citation_style)
  const [key, setKey] = useState('')
  const [forgetsKey, setForgetsKey] = useState(false)
  const save = useMutation({
    mutationFn: async () => {
      const sent = { name: name.trim(), citation_style: style.trim() }
      const keyed = forgetsKey ? { api_key: null } : key.trim() !== '' && { api_key: key.trim() }
      if (!library) {
        await client.citations.addLibrary({ ...sent, ...keyed, type, refman_id: refmanId.trim() })
        return
      }
      // What was left as it was is left to others.
      const changes = {
        ...keyed,
        ...(sent.name !== known.name && { name: sent.name, name_before: known.name }),
        ...(sent.citation_style !== known.citation_style && {
          citation_style: sent.citation_style,
          citation_style_before: known.citation_style,
        }),
      }
      if (Object.keys(changes).length > 0) await client.citations.updateLibrary(library.id, changes)
    },
    onSuccess: async () => {
      showDone(t(library ? 'form.saved' : 'libraries.added', { name: name.trim() }))
      onClose()
      await changed({ of: 'library' })
    },
    onError: (error) => {
      const now = changedByOthers(error)
      if (!now) return
      if (name.trim() === known.name) setName(now.name)
      if (style.trim() === known.citation_style) setStyle(now.citation_style)
      setKnown(now)
      return changed({ of: 'library' })
    },
  })
  const values = { refman_id: [type, refmanId], name, citation_style: style, api_key: key }
  const { problem, isMended, standing } = useProblems(save.error, values)
  const field = fieldOfCode[save.error instanceof ApiError ? save.error.code : '']
  const problemOf = (name: string) =>
    field === name && !isMended(name) ? sentenceOf(save.error) : problem(name)
  const placed = [
    problemOf('refman_id'),
    problemOf('name'),
    problemOf('citation_style'),
    problemOf('api_key'),
  ]
  const isPlaced = field !== undefined || placed.some((one) => one !== undefined)
  return (
    <FormDialog
      title={library ? t('libraries.editTitle', { name: library.name }) : t('libraries.add')}
      saving={{ ...save, error: isPlaced ? null : standing }}
      act={t(library ? 'form.save' : 'libraries.connect')}
      onSave={() => save.mutate()}
      onClose={onClose}
    >
      {!library && (
        <>
          <Radio.Group
            label={t('libraries.type')}
            value={type}
            onChange={(chosen) => setType(libraryTypes.find((one) => one === chosen) ?? type)}
          >
            <Group mt={6}>
              <Radio value="group" label={t('libraries.ofGroup')} />
              <Radio value="user" label={t('libraries.ofPerson')} />
            </Group>
          </Radio.Group>
          <TextInput
            label={t('libraries.number')}
            description={t(type === 'group' ? 'libraries.groupHint' : 'libraries.personHint')}
            required
            data-autofocus
            inputMode="numeric"
            value={refmanId}
            error={placed[0]}
            onChange={(event) => setRefmanId(event.currentTarget.value)}
          />
        </>
      )}
      <TextInput
        label={t('libraries.name')}
        description={t('libraries.nameHint')}
        required
        maxLength={200}
        value={name}
        error={placed[1]}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Autocomplete
        label={t('libraries.style')}
        description={
          <Trans
            i18nKey="libraries.styleHint"
            components={{
              styles: (
                <Anchor
                  size="xs"
                  href="https://www.zotero.org/styles"
                  target="_blank"
                  rel="noreferrer"
                  underline="always"
                />
              ),
            }}
          />
        }
        data={styles}
        value={style}
        error={placed[2]}
        onChange={setStyle}
      />
      <PasswordInput
        label={t(library?.has_api_key ? 'libraries.newKey' : 'libraries.key')}
        description={t('libraries.keyHint')}
        autoComplete="off"
        disabled={forgetsKey}
        value={key}
        error={placed[3]}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      {library?.has_api_key && (
        <Checkbox
          label={t('libraries.forgetKey')}
          checked={forgetsKey}
          onChange={(event) => setForgetsKey(event.currentTarget.checked)}
        />
      )}
    </FormDialog>
  )
}
