import {
  Button,
  Checkbox,
  Drawer,
  Group,
  Radio,
  Select,
  SimpleGrid,
  Stack,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { usualPolicies } from '@trowel/contract/model/delete-policies.js'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ChangedMeanwhile, changedMeanwhile, useSettingWords } from '../../components/changed-meanwhile.js'
import { ButtonRow } from '../../components/dialog-buttons.js'
import { maxFieldNameLength, shortNameOf, takenFieldNames } from '../../components/fields/short-name.js'
import { showInLists } from '../../components/fields/show-in-lists.js'
import { Icon } from '../../components/icon.js'
import { showDone } from '../../components/notices.js'
import { useRestoreFocus } from '../../components/restore-focus.js'
import { SavingForm } from '../../components/saving-form.js'
import type { Loose } from '../../components/settings.js'
import { Failed } from '../../components/states.js'
import { TypedGuard } from '../../components/typed-guard.js'
import { useProblems } from '../../components/use-problems.js'
import { client } from '../../core/session.js'
import classes from './configuration.module.css'
import {
  changedIn,
  draftOf,
  type FieldDraft,
  type FieldKind,
  fieldKinds,
  rebased,
  settingsOf,
} from './field-kinds.js'
import { FieldMore } from './field-more.js'
import { FieldSource } from './field-source.js'
import { FormulaInput } from './formula-input.js'
import { type ConfiguredTable, useReconfigured } from './use-configuration.js'

/**
 * Adds a field to a table, or changes one: what it is called, what it takes, and only the settings that make
 * sense for that.
 */
export function FieldForm({
  table,
  field,
  onClose,
}: {
  table: ConfiguredTable
  field: (Loose & { readonly name: string }) | undefined
  onClose: () => void
}) {
  const { t } = useTranslation()
  useRestoreFocus()
  const reconfigured = useReconfigured()
  // As it is as far as the person knows: a newer state that comes in would be overwritten unasked. Its place
  // is none of what is said here, and others may put the fields in order meanwhile.
  const [known, setKnown] = useState<Loose>(() => {
    const { sort: _place, ...rest }: Loose = field ?? {}
    return rest
  })
  const [draft, setDraft] = useState(() => draftOf(known))
  /** What the person knew before others changed it. */
  const [surprised, setSurprised] = useState<FieldDraft>()
  const [newItems, setNewItems] = useState<readonly string[]>([])
  const [related, setRelated] = useState(true)
  const [added, setAdded] = useState<string>()
  const [isTyped, setTyped] = useState(false)
  /** The name of the new field, once a try has made it: the next one goes on from there. */
  const made = useRef<string>(undefined)
  const nameInput = useRef<HTMLInputElement>(null)
  const change = (part: Partial<FieldDraft>) => setDraft((now) => ({ ...now, ...part }))
  const may = (option: (typeof draft.kind.options)[number]) => draft.kind.options.includes(option)

  /** Only of a new field: relations that are there have a view of their own. */
  const mayRelate = field === undefined && table.is_plugin !== '1' && may('target')

  const save = useMutation({
    /** @param another begin the next field afterwards */
    mutationFn: async (_another: boolean) => {
      const taken = [...Object.keys(table.fields), ...takenFieldNames]
      const name = field?.name ?? made.current ?? shortNameOf(draft.label, taken, maxFieldNameLength)
      const settings = settingsOf(draft, name, known)
      if (settings.vocabulary_set !== '')
        for (const [place, def] of newItems.entries()) {
          await client.vocabularies.addItem({ voc: settings.vocabulary_set, def })
          setNewItems(newItems.slice(place + 1))
        }
      if (field) await client.configuration.saveField(table.name, name, { ...settings, before: known })
      else if (made.current) await client.configuration.saveField(table.name, name, settings)
      else await client.configuration.createField(table.name, settings)
      if (!field) {
        made.current = name
        await showInLists(table.name, settings)
      }
      if (mayRelate && related)
        await client.relations.create({
          from_tb: table.name,
          from_col: name,
          to_tb: draft.id_from_tb,
          to_col: 'id',
          on_delete: usualPolicies.onDelete,
          on_update: usualPolicies.onUpdate,
        })
    },
    onSuccess: (_saved, another) => {
      made.current = undefined
      // A notice would lie on the buttons that the next field needs.
      if (another) setAdded(draft.label)
      else showDone(t(field ? 'form.saved' : 'configuration.fieldAdded', { name: draft.label }))
      void reconfigured()
      setTyped(false)
      if (another) setDraft(draftOf({}))
      else onClose()
    },
    // Values of a new vocabulary may be there by now, and the field without its relation.
    onError: (error) => {
      void reconfigured()
      const theirs = changedMeanwhile(error)
      if (!theirs) return
      const now = Object.fromEntries(
        Object.entries({ ...known, ...theirs }).filter(([, value]) => value !== null),
      )
      setSurprised(draftOf(known))
      setDraft(rebased(draft, draftOf(known), draftOf(now)))
      setKnown(now)
    },
  })
  // The next field begins with its name.
  useEffect(() => {
    if (save.isSuccess) nameInput.current?.focus()
  }, [save.isSuccess])
  const { problem, standing } = useProblems(save.error, {
    ...settingsOf(draft, '', known),
    // Its short name is made of it.
    name: draft.label,
  })
  const lacksSource =
    (may('target') && draft.id_from_tb === '') ||
    (may('source') &&
      ((draft.source === 'vocabulary' && draft.vocabulary_set.trim() === '') ||
        (draft.source === 'values' && draft.get_values_from_tb === '') ||
        (draft.source === 'list' && draft.dic.length === 0)))
  const lacksFormula = may('formula') && draft.formula.trim() === ''
  const ready = draft.label.trim() !== '' && !lacksSource && !lacksFormula
  return (
    <Drawer
      opened
      onClose={onClose}
      // A slip does not take along what is typed.
      closeOnEscape={!isTyped && !save.isPending}
      closeOnClickOutside={!isTyped && !save.isPending}
      withCloseButton={!save.isPending}
      position="right"
      size="lg"
      title={
        field
          ? t('configuration.fieldTitle', { name: draft.label })
          : t('configuration.newFieldTitle', { table: table.label })
      }
    >
      <TypedGuard isTyped={isTyped && !save.isPending} />
      <SavingForm saving={save} onSave={() => save.mutate(false)} onInput={() => setTyped(true)}>
        <Stack>
          <Text size="sm" role="status" c="dimmed" hidden={added === undefined}>
            {added !== undefined && t('configuration.fieldAdded', { name: added })}
          </Text>
          <TextInput
            ref={nameInput}
            data-autofocus
            required
            label={t('configuration.fieldLabel')}
            description={t('configuration.fieldLabelHint')}
            value={draft.label}
            error={problem('label', 'name')}
            onChange={(event) => change({ label: event.currentTarget.value })}
          />
          <FieldKindChoice
            value={draft.kind}
            isStored={field !== undefined}
            onChange={(key) => {
              const kind = fieldKinds.find((one) => one.key === key)
              if (kind) change({ kind })
            }}
          />
          <FieldSource
            table={table}
            draft={draft}
            newItems={newItems}
            onNewItems={setNewItems}
            problem={problem}
            onChange={change}
          />
          {mayRelate && (
            <Checkbox
              label={t('configuration.shownThere', { table: table.label })}
              description={t('configuration.shownThereHint')}
              checked={related}
              onChange={(event) => setRelated(event.currentTarget.checked)}
            />
          )}
          {may('formula') && (
            <FormulaInput
              table={table}
              value={draft.formula}
              error={problem('formula')}
              onChange={(formula) => change({ formula })}
            />
          )}
          <Group gap="xl">
            {!may('formula') && (
              <Checkbox
                label={t('configuration.required')}
                checked={draft.required}
                onChange={(event) => change({ required: event.currentTarget.checked })}
              />
            )}
            {may('unique') && (
              <Checkbox
                label={t('configuration.unique')}
                checked={draft.unique}
                onChange={(event) => change({ unique: event.currentTarget.checked })}
              />
            )}
          </Group>
          <Textarea
            label={t('configuration.properties.help')}
            description={t('configuration.helpHint')}
            autosize
            minRows={1}
            value={draft.help}
            onChange={(event) => change({ help: event.currentTarget.value })}
          />
          <FieldMore draft={draft} onChange={change} problem={problem} />
          {surprised && changedMeanwhile(save.error) ? (
            <FieldChanged
              draft={draft}
              before={surprised}
              now={draftOf(known)}
              onTake={(theirs) => {
                change(theirs)
                save.reset()
              }}
            />
          ) : (
            standing !== null && <Failed error={standing} />
          )}
          <ButtonRow>
            <Button variant="default" onClick={onClose}>
              {t('form.cancel')}
            </Button>
            {!field && (
              <Button
                variant="default"
                disabled={!ready}
                loading={save.isPending}
                onClick={() => save.mutate(true)}
              >
                {t('configuration.addAnother')}
              </Button>
            )}
            <Button type="submit" loading={save.isPending} disabled={!ready}>
              {t(field ? 'form.save' : 'configuration.addField')}
            </Button>
          </ButtonRow>
        </Stack>
      </SavingForm>
    </Drawer>
  )
}

/**
 * What a field takes, each kind with an example of the field; of one that holds values already, a shorter
 * question.
 */
function FieldKindChoice({
  value,
  isStored,
  onChange,
}: {
  value: FieldKind
  isStored: boolean
  onChange: (key: string) => void
}) {
  const { t } = useTranslation()
  if (isStored)
    return (
      <Select
        label={t('configuration.fieldKind')}
        description={t('configuration.kindChanges')}
        allowDeselect={false}
        data={fieldKinds
          .filter(({ key }) => (key === 'formula') === (value.key === 'formula'))
          .map(({ key }) => ({ value: key, label: t(`configuration.kinds.${key}.name`) }))}
        value={value.key}
        onChange={(key) => key !== null && onChange(key)}
      />
    )
  return (
    <Radio.Group label={t('configuration.fieldKind')} value={value.key} onChange={onChange}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={6} mt={4}>
        {fieldKinds.map(({ key, icon }) => (
          <Radio.Card key={key} value={key} className={classes['kind'] ?? ''} radius="sm">
            <Icon name={icon} size={18} />
            <span>
              <Text size="sm" fw={600} component="span" display="block">
                {t(`configuration.kinds.${key}.name`)}
              </Text>
              <Text size="xs" c="dimmed" component="span" display="block">
                {t(`configuration.kinds.${key}.example`)}
              </Text>
            </span>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}

/** What others changed of the field meanwhile, beside what is typed. */
function FieldChanged({
  draft,
  before,
  now,
  onTake,
}: {
  draft: FieldDraft
  before: FieldDraft
  now: FieldDraft
  onTake: (theirs: Partial<FieldDraft>) => void
}) {
  const { t } = useTranslation()
  const words = useSettingWords()
  const changed = changedIn(before, now)
  const label = (name: keyof FieldDraft): string => {
    switch (name) {
      case 'label':
        return t('configuration.fieldLabel')
      case 'kind':
        return t('configuration.fieldKind')
      case 'required':
      case 'unique':
        return t(`configuration.${name}`)
      case 'email':
        return t('configuration.more.email')
      case 'id_from_tb':
        return t('configuration.target')
      case 'vocabulary_set':
        return t('configuration.vocabulary')
      case 'dic':
        return t('configuration.choices')
      case 'source':
      case 'get_values_from_tb':
        return t('configuration.source')
      default:
        return t(`configuration.properties.${name}`)
    }
  }
  const text = (name: keyof FieldDraft, of: FieldDraft): string =>
    name === 'kind'
      ? t(`configuration.kinds.${of.kind.key}.name`)
      : name === 'source'
        ? t(`configuration.sources.${of.source}`)
        : words(of[name])
  return (
    <ChangedMeanwhile
      clashes={changed.map((name) => {
        const [mine, theirs] = [text(name, draft), text(name, now)]
        return { label: label(name), mine: mine === theirs ? undefined : mine, theirs }
      })}
      onTake={() => onTake(Object.fromEntries(changed.map((name) => [name, now[name]])))}
    />
  )
}
