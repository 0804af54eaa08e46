import { ActionIcon, Alert, Anchor, Button, List, Text } from '@mantine/core'
import { useLocalStorage } from '@mantine/hooks'
import { Link, useSearch } from '@tanstack/react-router'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { Thing } from '@trowel/contract/preferences.js'
import { Fragment, type ReactNode, useDeferredValue, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useUndoKeys } from '../../components/changes/use-undo-keys.js'
import { isEmpty } from '../../components/fields/field-text.js'
import { Icon } from '../../components/icon.js'
import { readLayout } from '../../components/layout/layout.js'
import { Page } from '../../components/page.js'
import { useNarrow, useWindowQuery } from '../../components/use-narrow.js'
import { momentText, personText } from '../../components/versions/version-words.js'
import { type Table, useApplication } from '../../core/application.js'
import { messageIn } from '../../core/messages.js'
import { useAsOf } from '../../core/past.js'
import { useNoteOpened } from '../../core/preferences.js'
import type { WholeRecord } from '../../queries/records.js'
import { relatedKey, relatedOf } from './first-related.js'
import { inColumns, type Part } from './in-columns.js'
import { useLayoutChoice } from './layout-choice.js'
import { Neighbours } from './neighbours.js'
import { RecordMenu } from './record-menu.js'
import classes from './record-sheet.module.css'
import { TableCrumb, titleOf } from './record-title.js'
import { BibliographySection } from './sections/bibliography-section.js'
import { DatingSection } from './sections/dating-section.js'
import { mayHaveDatedBelow } from './sections/dating-section-below.js'
import { FieldsSection, isOrdinary, LayoutSections } from './sections/fields-section.js'
import { FilesSection } from './sections/files-section.js'
import { LinksSection } from './sections/links-section.js'
import { MapSection } from './sections/map-section.js'
import { OsteologySection } from './sections/osteology-section.js'
import { PluginSection } from './sections/plugin-section.js'
import { maxShown, RelatedRecords } from './sections/related-records.js'
import { RelationsSection } from './sections/relations-section.js'

/** A part of the page with about how high it is, so that its columns end together. */
interface SheetPart extends Part {
  readonly node: ReactNode
}

/** A record to read: its photograph, what was written about it, and what hangs from it. */
export function RecordSheet({ record, onEdit }: { record: WholeRecord; onEdit: () => void }) {
  const { t } = useTranslation()
  const { frozen, tables } = useApplication()
  const isNarrow = useNarrow()
  const isPast = useAsOf() !== undefined
  const isOneColumn = useWindowQuery('(max-width: 75em)')
  const search = useSearch({ from: '/app/$app/record/$table/$id' })
  const [showEmpty, setShowEmpty] = useLocalStorage({
    key: 'trowel.record.empty',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  // What was written about the record stands at once; the rest is drawn right after it.
  const isRestDue = useDeferredValue(true, false)
  const { metadata } = record
  const thing = thingOf(record)
  useUndoKeys()
  useNoteOpened(thing)
  const first = partsOf(record, showEmpty)
  const later = laterPartsOf(record, showEmpty, tables)
  const parts = [...first, ...later]
  const columns = isOneColumn ? [parts] : inColumns(parts)
  const neighbours = search.at !== undefined && (
    <Neighbours table={metadata.tb_id} at={search.at} search={search} isCompact={isNarrow} />
  )
  const mayEdit = metadata.can_edit && !frozen
  return (
    <Page
      title={`${titleOf(record)} · ${metadata.tb_label}`}
      heading={titleOf(record)}
      thing={thing}
      // On a phone the way to earlier states stands in the menu.
      past={isNarrow && !isPast ? undefined : { table: metadata.tb_id, record: metadata.rec_id ?? undefined }}
      note={<TableCrumb table={metadata.tb_id} label={metadata.tb_label} />}
      actions={
        <>
          {neighbours}
          <RecordMenu record={record} showEmpty={showEmpty} onShowEmpty={setShowEmpty} />
          {mayEdit && !isNarrow && (
            <Button onClick={onEdit} leftSection={<Icon name="edit" size={16} />}>
              {t('record.edit')}
            </Button>
          )}
        </>
      }
    >
      <LayoutWarning record={record} />
      <div className={classes['columns']}>
        {columns.map((column, place) => (
          <div key={place} className={classes['column']}>
            {column.map((part) => (
              <Fragment key={part.key}>{(isRestDue || first.includes(part)) && part.node}</Fragment>
            ))}
          </div>
        ))}
      </div>
      {isRestDue && <MadeBy record={record} />}
      {mayEdit && isNarrow && (
        <ActionIcon
          className={classes['edit'] ?? ''}
          size={56}
          radius="xl"
          aria-label={t('record.edit')}
          onClick={onEdit}
        >
          <Icon name="edit" size={22} />
        </ActionIcon>
      )}
    </Page>
  )
}

/** A record that is there now can be kept at hand. */
function thingOf(record: WholeRecord): Thing | undefined {
  const { rec_id: id, tb_id: tb } = record.metadata
  return id === null ? undefined : { kind: 'record', tb, id, label: titleOf(record) }
}

/** What stands first, in the order in which it is read. */
function partsOf(record: WholeRecord, showEmpty: boolean): SheetPart[] {
  const { schema, files } = record
  const layout = readLayout(schema.template)
  const fields = layout ? (
    <LayoutSections record={record} layout={layout} showEmpty={showEmpty} />
  ) : (
    <FieldsSection record={record} showEmpty={showEmpty} />
  )
  const plugins = layout ? [] : Object.entries(schema.plugins)
  return [
    ...(hasPicture(record)
      ? [{ key: 'files', height: filesHeight(files), node: <FilesSection record={record} /> }]
      : []),
    { key: 'fields', height: fieldsHeight(record, showEmpty), node: fields },
    ...plugins.map(([name, plugin]) => pluginPart(record, name, plugin, showEmpty)),
    {
      key: 'osteology',
      height: schema.has_osteology ? 460 : 0,
      node: <OsteologySection record={record} showEmpty={showEmpty} />,
    },
  ]
}

function pluginPart(
  { plugins }: WholeRecord,
  name: string,
  plugin: WholeRecord['schema']['plugins'][string],
  showEmpty: boolean,
): SheetPart {
  const { data: rows = [], metadata } = plugins[name] ?? {}
  return {
    key: `plugin ${name}`,
    height: rows.length > 0 || showEmpty ? 90 + 38 * rows.length : 0,
    node: <PluginSection plugin={plugin} rows={rows} curves={metadata?.curves ?? []} showEmpty={showEmpty} />,
  }
}

/** What hangs from it. */
function laterPartsOf(record: WholeRecord, showEmpty: boolean, tables: readonly Table[]): SheetPart[] {
  const { schema, core, geodata, manualLinks, bibliography, rs } = record
  const related = relatedOf(record)
  const several = related.filter(({ tot }) => tot > 1)
  const isDated = schema.has_fuzzy_date && (showEmpty || !isEmpty(core['chrono_label']))
  const hasDated = mayHaveDatedBelow(record, tables)
  const places = Object.keys(geodata).length
  return [
    {
      key: 'dating',
      height: isDated || hasDated ? 60 + (isDated ? 75 : 0) + (hasDated ? 75 : 0) : 0,
      node: <DatingSection record={record} showEmpty={showEmpty} />,
    },
    {
      key: 'relations',
      height: schema.rs ? 290 + 10 * Object.keys(rs).length : 0,
      node: <RelationsSection record={record} />,
    },
    ...several.map((link) => ({
      key: `related ${relatedKey(link)}`,
      height: 65 + 38 * Math.min(link.tot, maxShown),
      node: <RelatedRecords link={link} />,
    })),
    {
      key: 'links',
      height: 65 + 37 * Math.max(1, related.length - several.length) + 50 * Object.keys(manualLinks).length,
      node: <LinksSection record={record} />,
    },
    {
      key: 'map',
      height: schema.has_geodata ? (places > 0 ? 320 + 120 * places : 90) : 0,
      node: <MapSection record={record} />,
    },
    ...(hasPicture(record) ? [] : [{ key: 'files', height: 105, node: <FilesSection record={record} /> }]),
    {
      key: 'bibliography',
      height: schema.has_refman ? 90 + 60 * Object.keys(bibliography).length : 0,
      node: <BibliographySection record={record} />,
    },
  ]
}

const hasPicture = ({ files }: WholeRecord): boolean => files.some(({ is_image }) => is_image)

/** About how wide a column is, in pixels. */
const columnWidth = 560

/** About how high the files stand: the first picture large, the others in rows of six. */
function filesHeight(files: WholeRecord['files']): number {
  const pictures = files.filter(({ is_image }) => is_image)
  const { width, height } = pictures[0] ?? {}
  const large = width && height ? (columnWidth * height) / width : (columnWidth * 3) / 4
  const strip = 130 * Math.ceil((pictures.length - 1) / 6)
  return 95 + Math.min(large, 460) + strip + 55 * (files.length - pictures.length)
}

/** About how high the fields stand, two beside each other and texts in lines. */
function fieldsHeight({ schema, core }: WholeRecord, showEmpty: boolean): number {
  const shown = schema.fields.filter(
    (field) => isOrdinary(field) && (showEmpty || !isEmpty(core[field.name])),
  )
  const texts = shown.filter(({ type }) => describeFieldType(type).holds === 'paragraphs')
  const lines = texts.reduce((sum, { name }) => sum + Math.ceil(String(core[name]?.val ?? '').length / 70), 0)
  return 70 + 58 * Math.ceil((shown.length - texts.length) / 2) + 34 * texts.length + 24 * lines
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
