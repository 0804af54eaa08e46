import { Badge, Button, Group, Menu, Text, UnstyledButton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { saveOrder } from '../../components/changed-meanwhile.js'
import { Icon } from '../../components/icon.js'
import { MoreMenu } from '../../components/more-menu.js'
import { OrderList } from '../../components/order-list.js'
import { Empty } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { recordQueries } from '../../queries/records.js'
import classes from './configuration.module.css'
import { DeleteQuestion } from './delete-question.js'
import { FieldForm } from './field-form.js'
import { draftOf } from './field-kinds.js'
import { RenameShortName } from './rename-short-name.js'
import { type ConfiguredTable, useReconfigured } from './use-configuration.js'

/** Kept by the service, or by a switch of the table. */
const own = new Set(['id', 'creator', 'id_link', 'osteo_data'])
const isKept = (name: string): boolean => own.has(name) || name.startsWith('chrono_')

type Question =
  | { readonly field: string; readonly what: 'edit' | 'rename' | 'delete' }
  | { readonly what: 'new' }

/** The fields that people fill in, in the order of the form. */
export function FieldsList({ table }: { table: ConfiguredTable }) {
  const { t } = useTranslation()
  const { table: known } = useApplication()
  const reconfigured = useReconfigured()
  const [asked, setAsked] = useState<Question>()
  const close = () => setAsked(undefined)
  const all = Object.values(table.fields).sort((a, b) => a.sort - b.sort)
  const fields = all.filter(({ name }) => !isKept(name))
  const sort = (names: readonly string[], before: readonly string[]) =>
    saveOrder(
      (isMeant) =>
        client.configuration.sortFields(
          table.name,
          [...all.filter(({ name }) => own.has(name)).map(({ name }) => name), ...names],
          isMeant ? {} : { before },
        ),
      reconfigured,
    )
  const field = asked && 'field' in asked ? table.fields[asked.field] : undefined
  return (
    <>
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          {t('configuration.fieldsHint')}
        </Text>
        <Button leftSection={<Icon name="plus" size={16} />} onClick={() => setAsked({ what: 'new' })}>
          {t('configuration.addField')}
        </Button>
      </Group>
      {fields.length === 0 ? (
        <Empty icon="columns" title={t('configuration.noFields')}>
          {t('configuration.noFieldsText')}
        </Empty>
      ) : (
        <div className={classes['panel']}>
          <OrderList
            label={t('configuration.tableParts.fields')}
            items={fields.map((one) => ({ ...one, key: one.name, short: one.name, name: one.label }))}
            onOrder={sort}
          >
            {(one) => {
              const draft = draftOf(one)
              const target =
                draft.id_from_tb !== '' ? (known(draft.id_from_tb)?.label ?? draft.id_from_tb) : undefined
              return (
                <div className={classes['field']}>
                  <UnstyledButton
                    className={classes['name'] ?? ''}
                    onClick={() => setAsked({ what: 'edit', field: one.short })}
                  >
                    {one.label}
                  </UnstyledButton>
                  <Group gap={6} className={classes['what']}>
                    <Icon name={draft.kind.icon} size={14} />
                    <Text size="sm" component="span">
                      {target
                        ? t('configuration.linkTo', { table: target })
                        : t(`configuration.kinds.${draft.kind.key}.name`)}
                    </Text>
                    {draft.vocabulary_set !== '' && (
                      <Text size="sm" c="dimmed" component="span">
                        {draft.vocabulary_set}
                      </Text>
                    )}
                  </Group>
                  <Group gap={6}>
                    {(['required', 'unique', 'hide', 'readonly'] as const)
                      .filter((rule) => draft[rule])
                      .map((rule) => (
                        <Badge key={rule} variant="light" color="gray" tt="none" fw={500}>
                          {t(`configuration.rules.${rule}`)}
                        </Badge>
                      ))}
                  </Group>
                  <MoreMenu label={t('configuration.moreOf', { name: one.label })}>
                    {(
                      [
                        ['edit', 'edit'],
                        ['rename', 'copy'],
                        ['delete', 'bin'],
                      ] as const
                    ).map(([what, icon]) => (
                      <Menu.Item
                        key={what}
                        leftSection={<Icon name={icon} size={16} />}
                        {...(what === 'delete' && { color: 'red' })}
                        onClick={() => setAsked({ what, field: one.short })}
                      >
                        {t(`configuration.fieldMenu.${what}`)}
                      </Menu.Item>
                    ))}
                  </MoreMenu>
                </div>
              )
            }}
          </OrderList>
        </div>
      )}
      {asked?.what === 'new' && <FieldForm table={table} field={undefined} onClose={close} />}
      {asked?.what === 'edit' && field && <FieldForm table={table} field={field} onClose={close} />}
      {asked?.what === 'rename' && field && (
        <RenameShortName
          label={field.label}
          name={field.name}
          onClose={close}
          rename={(to) => client.configuration.renameField(table.name, field.name, to)}
        />
      )}
      {asked?.what === 'delete' && field && <DeleteField table={table} field={field} onClose={close} />}
    </>
  )
}

/** Deletes a field, when the person has read how many records hold something in it. */
function DeleteField({
  table,
  field,
  onClose,
}: {
  table: ConfiguredTable
  field: { readonly name: string; readonly label: string }
  onClose: () => void
}) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const isMain = table.is_plugin !== '1'
  const { data } = useQuery({ ...recordQueries.filled(app, table.name, field.name), enabled: isMain })
  return (
    <DeleteQuestion
      title={t('configuration.deleteFieldTitle', { name: field.label, table: table.label })}
      goes={[
        data
          ? t('configuration.valuesGo', {
              count: data.total,
              number: data.total.toLocaleString(i18n.language),
            })
          : t('configuration.allValuesGo'),
        t('configuration.uses'),
      ]}
      remove={() => client.configuration.removeField(table.name, field.name)}
      done={t('configuration.fieldDeleted', { name: field.label })}
      onClose={onClose}
    />
  )
}
