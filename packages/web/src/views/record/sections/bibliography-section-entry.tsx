import { Alert, Anchor, Menu, Text, Textarea, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { BibliographyEntry } from '@trowel/contract/citations.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CitationText } from '../../../components/citation-text.js'
import { FormDialog } from '../../../components/form-dialog.js'
import { Icon } from '../../../components/icon.js'
import { MoreMenu } from '../../../components/more-menu.js'
import type { WholeRecord } from '../../../queries/records.js'
import classes from './bibliography-section.module.css'
import { useCitations } from './bibliography-section-changes.js'

const maxRemarkLength = 2000

/** One work that a record cites. */
export function CitationEntry({
  record,
  entry,
  mayEdit,
}: {
  record: WholeRecord
  entry: BibliographyEntry
  mayEdit: boolean
}) {
  const { t } = useTranslation()
  const { remove } = useCitations(record)
  const [editing, edit] = useDisclosure(false)
  const [asking, ask] = useDisclosure(false)
  const name = entry.author_year ?? t('bibliography.nameless')
  return (
    <div className={classes['entry']}>
      <div className={classes['words']}>
        {entry.full_citation ? <CitationText html={entry.full_citation} /> : <div>{name}</div>}
        {entry.pages && (
          <div className={classes['remark']}>{t('bibliography.onPages', { pages: entry.pages })}</div>
        )}
        {entry.notes && <div className={`${classes['remark']} running-text`}>{entry.notes}</div>}
        <div className={classes['source']}>
          {entry.refman_url ? (
            <Anchor size="xs" href={entry.refman_url} target="_blank" rel="noreferrer" c="dimmed">
              {entry.lib_name} <Icon name="outside" size={11} />
            </Anchor>
          ) : (
            <Text span size="xs" c="dimmed">
              {entry.lib_name}
            </Text>
          )}
        </div>
        {entry.detached === 1 && (
          <div className={classes['detached']}>
            <Icon name="warning" size={15} />
            {t('bibliography.detached')}
          </div>
        )}
      </div>
      {mayEdit && (
        <MoreMenu label={t('bibliography.more', { name })}>
          <Menu.Item leftSection={<Icon name="edit" size={15} />} onClick={edit.open}>
            {t('bibliography.edit')}
          </Menu.Item>
          <Menu.Item
            color="var(--danger)"
            leftSection={<Icon name="close" size={15} />}
            onClick={() => (entry.detached ? ask.open() : remove.mutate(entry))}
          >
            {t('bibliography.remove')}
          </Menu.Item>
        </MoreMenu>
      )}
      {editing && <Remarks record={record} entry={entry} name={name} onClose={edit.close} />}
      {asking && (
        <FormDialog
          title={t('bibliography.removeTitle', { name })}
          saving={remove}
          act={t('bibliography.remove')}
          danger
          onSave={() => remove.mutate(entry, { onSettled: ask.close })}
          onClose={ask.close}
        >
          <Text size="sm">{t('bibliography.removeDetached')}</Text>
        </FormDialog>
      )}
    </div>
  )
}

/** The pages that are meant, and a remark. */
function Remarks({
  record,
  entry,
  name,
  onClose,
}: {
  record: WholeRecord
  entry: BibliographyEntry
  name: string
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { remark } = useCitations(record)
  const [pages, setPages] = useState(entry.pages ?? '')
  const [notes, setNotes] = useState(entry.notes ?? '')
  const remarks = { pages: pages.trim() || null, notes: notes.trim() || null }
  return (
    <FormDialog
      title={name}
      saving={remark}
      act={t('form.save')}
      onSave={() => remark.mutate({ entry, remarks }, { onSuccess: onClose })}
      onClose={onClose}
    >
      <TextInput
        label={t('bibliography.pages')}
        description={t('bibliography.pagesHint')}
        data-autofocus
        maxLength={maxRemarkLength}
        value={pages}
        onChange={(event) => setPages(event.currentTarget.value)}
      />
      <Textarea
        label={t('bibliography.notes')}
        autosize
        minRows={2}
        maxRows={10}
        maxLength={maxRemarkLength}
        value={notes}
        onChange={(event) => setNotes(event.currentTarget.value)}
      />
      {entry.detached === 1 && (
        <Alert color="yellow" icon={<Icon name="warning" />}>
          {t('bibliography.detached')}
        </Alert>
      )}
    </FormDialog>
  )
}
