import {
  ActionIcon,
  Button,
  Checkbox,
  Group,
  NativeSelect,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import type { RecordReply } from '@trowel/contract/record.js'
import { type LayoutWidth, layoutWidths } from '@trowel/contract/templates.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import type { Layout, LayoutFold, LayoutSection } from '../../components/layout/layout.js'
import { type Block, type Direction, newFold, placeTowards, resizeField, widthOf } from './arrange.js'
import classes from './block-settings.module.css'
import { ColumnsEditor } from './columns-editor.js'

/** How wide photographs are that fill a line. */
const pictureWidths = layoutWidths.filter((width) => width.startsWith('1/'))

const directions: readonly Direction[] = ['up', 'down', 'left', 'right']

/** What can be said of the block that is chosen, and how it is moved without being dragged. */
export function BlockSettings({
  block,
  name,
  layout,
  schema,
  onChange,
  onStep,
  onRemove,
}: {
  block: Block
  name: string
  layout: Layout
  schema: RecordReply['schema']
  /** @param about changes of the same thing that follow each other are one step back */
  onChange: (layout: Layout, about?: string) => void
  onStep: (direction: Direction) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const section = layout.sections.find(({ key }) => key === block.section)
  const width = widthOf(layout, block)
  // Sections have no others beside them.
  const ways = directions.filter((way) => block.field !== undefined || way === 'up' || way === 'down')
  return (
    <section className={classes['settings']} aria-label={t('layouts.settingsOf', { name })}>
      <Group justify="space-between" wrap="nowrap" gap="xs">
        <Text fw={600} truncate>
          {name}
        </Text>
        <Group gap={2} wrap="nowrap">
          {ways.map((way) => (
            <ActionIcon
              key={way}
              variant="subtle"
              color="gray"
              aria-label={t(`layouts.move.${way}`)}
              disabled={placeTowards(layout, block, way) === undefined}
              onClick={() => onStep(way)}
            >
              <Icon name={way} size={16} />
            </ActionIcon>
          ))}
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('layouts.removeSection', { name })}
            onClick={onRemove}
          >
            <Icon name="bin" size={16} />
          </ActionIcon>
        </Group>
      </Group>
      {width && (
        <WidthChoice
          label={t('layouts.widthOf', { name })}
          widths={layoutWidths}
          value={width}
          onChange={(next) => onChange(resizeField(layout, block, next))}
        />
      )}
      {block.field === undefined && section && (
        <SectionSettings
          section={section}
          schema={schema}
          onChange={(next, about) =>
            onChange(
              {
                ...layout,
                sections: layout.sections.map((one) => (one.key === next.key ? next : one)),
              },
              about && `${about} ${next.key}`,
            )
          }
        />
      )}
    </section>
  )
}

function WidthChoice({
  label,
  widths,
  value,
  onChange,
}: {
  label: string
  widths: readonly LayoutWidth[]
  value: LayoutWidth
  onChange: (width: LayoutWidth) => void
}) {
  const { t } = useTranslation()
  return (
    <NativeSelect
      size="sm"
      label={label}
      data={widths.map((one) => ({ value: one, label: t(`layouts.widths.${one}`) }))}
      value={value}
      onChange={(event) => {
        const width = widths.find((one) => one === event.currentTarget.value)
        if (width) onChange(width)
      }}
    />
  )
}

function SectionSettings({
  section,
  schema: { plugins },
  onChange,
}: {
  section: LayoutSection
  schema: RecordReply['schema']
  onChange: (section: LayoutSection, about?: string) => void
}) {
  const { t } = useTranslation()
  const { kind, part, label, items, folds } = section
  if (part === 'line') return null
  if (part === 'logo' || part === 'qr')
    return (
      <Text size="sm" c="dimmed">
        {t(`layouts.partHints.${part}`)}
      </Text>
    )
  return (
    <Stack gap="xs">
      <TextInput
        size="sm"
        label={t('layouts.heading')}
        placeholder={part && part !== 'text' ? t(`layouts.parts.${part}`) : undefined}
        value={label}
        onChange={(event) => onChange({ ...section, label: event.currentTarget.value }, 'label')}
      />
      {part === 'text' && (
        <Textarea
          size="sm"
          autosize
          minRows={3}
          maxRows={8}
          label={t('layouts.parts.text')}
          description={t('layouts.partHints.text')}
          value={section.text}
          onChange={(event) => onChange({ ...section, text: event.currentTarget.value }, 'text')}
        />
      )}
      {part === 'images' && (
        <WidthChoice
          label={t('layouts.pictureWidth')}
          widths={pictureWidths}
          value={section.width ?? '1/2'}
          onChange={(width) => onChange({ ...section, width })}
        />
      )}
      {(kind === 'core' || kind === 'accordion') && (
        <Checkbox
          label={t('layouts.collapsed')}
          checked={section.collapsed}
          onChange={(event) => onChange({ ...section, collapsed: event.currentTarget.checked })}
        />
      )}
      {kind === 'plugin' && (
        <ColumnsEditor
          label={label}
          items={items}
          fields={plugins[section.plugin]?.fields ?? []}
          onChange={(next) => onChange({ ...section, items: next })}
        />
      )}
      {kind === 'accordion' && (
        <>
          {folds.map((fold) => (
            <FoldSettings
              key={fold.key}
              fold={fold}
              onChange={(next, about) =>
                onChange(
                  { ...section, folds: folds.map((one) => (one.key === next.key ? next : one)) },
                  about && `${about} ${next.key}`,
                )
              }
              onRemove={() => onChange({ ...section, folds: folds.filter((one) => one !== fold) })}
            />
          ))}
          <Button
            size="compact-sm"
            variant="default"
            className={classes['start'] ?? ''}
            leftSection={<Icon name="plus" size={14} />}
            onClick={() =>
              onChange({ ...section, folds: [...folds, newFold(section, t('layouts.newFold'))] })
            }
          >
            {t('layouts.addFold')}
          </Button>
        </>
      )}
    </Stack>
  )
}

/** A part of a section that unfolds. */
function FoldSettings({
  fold,
  onChange,
  onRemove,
}: {
  fold: LayoutFold
  onChange: (fold: LayoutFold, about?: string) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  return (
    <div className={classes['fold']}>
      <Group wrap="nowrap" align="flex-end" gap="xs" mb={6}>
        <TextInput
          size="sm"
          className={classes['grow'] ?? ''}
          label={t('layouts.fold')}
          value={fold.label}
          onChange={(event) => onChange({ ...fold, label: event.currentTarget.value }, 'fold')}
        />
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('layouts.removeSection', { name: fold.label || t('layouts.fold') })}
          onClick={onRemove}
        >
          <Icon name="bin" size={16} />
        </ActionIcon>
      </Group>
      <Checkbox
        size="xs"
        label={t('layouts.open')}
        checked={fold.open}
        onChange={(event) => onChange({ ...fold, open: event.currentTarget.checked })}
      />
    </div>
  )
}
