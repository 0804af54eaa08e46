import { ActionIcon, Button, Checkbox, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import type { FieldSchema } from '@trowel/contract/record.js'
import { layoutWidths } from '@trowel/contract/templates.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { fieldsIn, type Layout, type LayoutFold, type LayoutSection } from '../../components/layout/layout.js'
import { ItemsEditor } from './items-editor.js'
import classes from './templates.module.css'

/** How wide photographs are that fill a line. */
const pictureWidths = layoutWidths.filter((width) => width.startsWith('1/'))

/** A section: its name, whether it begins folded, and its fields. */
export function SectionEditor({
  section,
  layout,
  fields,
  pluginLabel,
  onChange,
  onRemove,
}: {
  section: LayoutSection
  layout: Layout
  /** Those that can stand in it. */
  fields: readonly FieldSchema[]
  pluginLabel: string | undefined
  onChange: (section: LayoutSection) => void
  onRemove: () => void
}) {
  const { t } = useTranslation()
  const name = section.label || (section.part ? t(`layouts.parts.${section.part}`) : t('layouts.unnamed'))
  const isMark = section.part === 'logo' || section.part === 'qr'
  const own = fields.filter(({ name }) => !['id', 'creator', 'id_link'].includes(name))
  const placed =
    section.kind === 'plugin' ? new Set(section.items.map(({ field }) => field)) : fieldsIn(layout)
  const offered = own.filter(({ name }) => !placed.has(name))
  const changeFold = (fold: LayoutFold) =>
    onChange({ ...section, folds: section.folds.map((one) => (one.key === fold.key ? fold : one)) })
  const addFold = () => {
    const numbers = section.folds.map(({ key }) => Number(/^new-(\d+)$/.exec(key)?.[1] ?? 0))
    const key = `new-${Math.max(0, ...numbers) + 1}`
    onChange({
      ...section,
      folds: [...section.folds, { key, label: t('layouts.newFold'), open: false, items: [], rest: {} }],
    })
  }
  return (
    <Stack gap="xs" className={classes['section'] ?? ''}>
      <Group wrap="nowrap" align={isMark ? 'center' : 'flex-end'}>
        {isMark ? (
          <Text size="sm" fw={500} className={classes['grow'] ?? ''}>
            {name}
          </Text>
        ) : (
          <TextInput
            size="sm"
            className={classes['grow'] ?? ''}
            label={
              section.kind === 'plugin'
                ? t('layouts.rowsOf', { table: pluginLabel ?? section.plugin })
                : section.part
                  ? t(`layouts.parts.${section.part}`)
                  : t(section.kind === 'accordion' ? 'layouts.kinds.accordion' : 'layouts.kinds.core')
            }
            placeholder={section.part && t('layouts.ownHeading')}
            value={section.label}
            onChange={(event) => onChange({ ...section, label: event.currentTarget.value })}
          />
        )}
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('layouts.removeSection', { name })}
          onClick={onRemove}
        >
          <Icon name="bin" size={16} />
        </ActionIcon>
      </Group>
      {section.kind !== 'plugin' && section.kind !== 'part' && (
        <Checkbox
          size="xs"
          label={t('layouts.collapsed')}
          checked={section.collapsed}
          onChange={(event) => onChange({ ...section, collapsed: event.currentTarget.checked })}
        />
      )}
      {section.kind === 'plugin' && section.items.length === 0 && (
        <Text size="xs" c="dimmed">
          {t('layouts.allColumns')}
        </Text>
      )}
      {(section.part === 'logo' || section.part === 'qr') && (
        <Text size="xs" c="dimmed">
          {t(`layouts.partHints.${section.part}`)}
        </Text>
      )}
      {section.part === 'images' && (
        <NativeSelect
          size="xs"
          label={t('layouts.pictureWidth')}
          data={pictureWidths.map((value) => ({ value, label: t(`layouts.widths.${value}`) }))}
          value={section.width ?? '1/2'}
          onChange={({ currentTarget: { value } }) =>
            onChange({ ...section, width: pictureWidths.find((one) => one === value) })
          }
        />
      )}
      {section.kind !== 'accordion' && section.kind !== 'part' && (
        <ItemsEditor
          label={section.label}
          items={section.items}
          known={fields}
          offered={offered}
          widths={section.kind === 'core'}
          onChange={(items) => onChange({ ...section, items })}
        />
      )}
      {section.folds.map((fold) => (
        <Stack key={fold.key} gap="xs" className={classes['fold'] ?? ''}>
          <Group wrap="nowrap" align="flex-end">
            <TextInput
              size="sm"
              className={classes['grow'] ?? ''}
              label={t('layouts.fold')}
              value={fold.label}
              onChange={(event) => changeFold({ ...fold, label: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('layouts.removeSection', { name: fold.label || t('layouts.fold') })}
              onClick={() => onChange({ ...section, folds: section.folds.filter((one) => one !== fold) })}
            >
              <Icon name="bin" size={16} />
            </ActionIcon>
          </Group>
          <Checkbox
            size="xs"
            label={t('layouts.open')}
            checked={fold.open}
            onChange={(event) => changeFold({ ...fold, open: event.currentTarget.checked })}
          />
          <ItemsEditor
            label={fold.label}
            items={fold.items}
            known={fields}
            offered={offered}
            widths
            onChange={(items) => changeFold({ ...fold, items })}
          />
        </Stack>
      ))}
      {section.kind === 'accordion' && (
        <Button
          size="compact-sm"
          variant="default"
          className={classes['start'] ?? ''}
          leftSection={<Icon name="plus" size={14} />}
          onClick={addFold}
        >
          {t('layouts.addFold')}
        </Button>
      )}
    </Stack>
  )
}
