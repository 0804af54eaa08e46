import { Alert, Anchor, Button, List, Switch, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Link, useSearch } from '@tanstack/react-router'
import type { Thing } from '@trowel/contract/preferences.js'
import { useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useUndoKeys } from '../../components/changes/use-undo-keys.js'
import { Icon } from '../../components/icon.js'
import { readLayout } from '../../components/layout/layout.js'
import { Page } from '../../components/page.js'
import { momentText, personText } from '../../components/versions/version-words.js'
import { useApplication } from '../../core/application.js'
import { messageIn } from '../../core/messages.js'
import { useNoteOpened } from '../../core/preferences.js'
import type { WholeRecord } from '../../queries/records.js'
import { useLayoutChoice } from './layout-choice.js'
import { Neighbours } from './neighbours.js'
import { RecordMenu } from './record-menu.js'
import classes from './record-sheet.module.css'
import { TableCrumb, titleOf } from './record-title.js'
import { BibliographySection } from './sections/bibliography-section.js'
import { DatingSection } from './sections/dating-section.js'
import { FieldsSection, LayoutSections } from './sections/fields-section.js'
import { FilesSection } from './sections/files-section.js'
import { LinksSection } from './sections/links-section.js'
import { MapSection } from './sections/map-section.js'
import { OsteologySection } from './sections/osteology-section.js'
import { PluginSection } from './sections/plugin-section.js'
import { RelationsSection } from './sections/relations-section.js'

/** A record to read: what was written about it on the left, what hangs from it on the right. */
export function RecordSheet({ record, onEdit }: { record: WholeRecord; onEdit: () => void }) {
  const { t } = useTranslation()
  const { frozen } = useApplication()
  const search = useSearch({ from: '/app/$app/record/$table/$id' })
  const [showEmpty, setShowEmpty] = useLocalStorage({
    key: 'trowel.record.empty',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  // What was written about the record stands at once; the rest is drawn right after it.
  const isRestDue = useDeferredValue(true, false)
  const { metadata, schema } = record
  useUndoKeys()
  const plugins = Object.entries(schema.plugins)
  const layout = readLayout(schema.template)
  const thing = thingOf(record)
  useNoteOpened(thing)
  return (
    <Page
      thing={thing}
      title={`${titleOf(record)} · ${metadata.tb_label}`}
      heading={titleOf(record)}
      past={{ table: metadata.tb_id, record: metadata.rec_id ?? undefined }}
      note={<TableCrumb table={metadata.tb_id} label={metadata.tb_label} />}
      actions={
        <>
          {search.at !== undefined && <Neighbours table={metadata.tb_id} at={search.at} search={search} />}
          <Switch
            size="xs"
            label={t('record.showEmpty')}
            checked={showEmpty}
            onChange={(event) => setShowEmpty(event.currentTarget.checked)}
          />
          <RecordMenu record={record} />
          {metadata.can_edit && !frozen && (
            <Button onClick={onEdit} leftSection={<Icon name="edit" size={16} />}>
              {t('record.edit')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes['columns']}>
        <div className={classes['column']}>
          <LayoutWarning record={record} />
          {layout ? (
            <LayoutSections record={record} layout={layout} showEmpty={showEmpty} />
          ) : (
            <>
              <FieldsSection record={record} showEmpty={showEmpty} />
              {plugins.map(([name, plugin]) => (
                <PluginSection
                  key={name}
                  plugin={plugin}
                  rows={record.plugins[name]?.data ?? []}
                  curves={record.plugins[name]?.metadata.curves ?? []}
                  showEmpty={showEmpty}
                />
              ))}
            </>
          )}
          <OsteologySection record={record} showEmpty={showEmpty} />
          <MadeBy record={record} />
        </div>
        <div className={classes['column']}>
          {isRestDue && (
            <>
              <DatingSection record={record} showEmpty={showEmpty} />
              <RelationsSection record={record} />
              <FilesSection record={record} />
              <MapSection record={record} />
              <LinksSection record={record} />
              <BibliographySection record={record} />
            </>
          )}
        </div>
      </div>
    </Page>
  )
}

/** A record that is there now can be kept at hand. */
function thingOf(record: WholeRecord): Thing | undefined {
  const { rec_id: id, tb_id: tb } = record.metadata
  return id === null ? undefined : { kind: 'record', tb, id, label: titleOf(record) }
}

type Stamp = WholeRecord['metadata']['created']

/** Who made the record and changed it last, and when, as far as it is known; and the way to all of it. */
function MadeBy({ record: { metadata } }: { record: WholeRecord }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const { created, last_changed: changed, tb_id: table, rec_id: id } = metadata
  // What this machine kept of a record before may not say it.
  const said = (stamp: Stamp | undefined, key: 'madeBy' | 'changedBy'): string | undefined => {
    if (typeof stamp?.user !== 'number') return undefined
    const name = personText(t, { userid: stamp.user, user_name: stamp.user_name })
    if (stamp.time !== null) return t(`record.${key}`, { name, time: momentText(stamp.time, i18n.language) })
    return key === 'madeBy' ? t('record.madeByOnly', { name }) : undefined
  }
  const isChanged = changed?.set !== created?.set || changed?.time !== created?.time
  const texts = [said(created, 'madeBy'), isChanged ? said(changed, 'changedBy') : undefined]
  return (
    <Text size="sm" c="dimmed" component="div" className={classes['known'] ?? ''}>
      <div>
        {texts.map((text, place) => text !== undefined && <span key={place}>{text}</span>)}
        <span>
          <Anchor
            component={Link}
            to={`/app/${app}/record/${table}/${id}/versions`}
            inherit
            underline="always"
          >
            {t('versions.menu')}
          </Anchor>
        </span>
      </div>
    </Text>
  )
}

/** Says that a layout no longer fits its table: the record is shown all the same, in the usual order. */
function LayoutWarning({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { layout, forget } = useLayoutChoice(record.metadata.tb_id)
  const { template_errors: errors, template_problems: problems = [] } = record.schema
  const isGone = errors?.includes('template_not_found') === true
  useEffect(() => {
    if (isGone) forget()
  }, [isGone, forget])
  if (isGone)
    return layout === undefined ? null : (
      <Alert color="gray" icon={<Icon name="info" />}>
        {t('layouts.gone', { layout })}
      </Alert>
    )
  if (problems.length === 0) return null
  return (
    <Alert color="gray" icon={<Icon name="info" />} title={t('layouts.doesNotFit')}>
      <List size="sm">
        {problems.slice(0, 10).map((problem) => (
          <List.Item key={problem.text}>
            {messageIn('problems', { ...problem, code: problem.sentence ?? null })}
          </List.Item>
        ))}
      </List>
    </Alert>
  )
}
