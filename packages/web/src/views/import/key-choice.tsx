import { Radio, Select, Stack } from '@mantine/core'
import { useTranslation } from 'react-i18next'

/** Which record a row is about, and what may become of it. */
export interface Keys {
  /** Null: every row is a new record. */
  readonly field: string | null
  readonly mode: 'upsert' | 'insert' | 'update'
  /** What a number in a cell of a lookup field is; absent: whichever fits. */
  readonly lookups?: 'id' | 'name' | undefined
}

const modes = ['upsert', 'insert', 'update'] as const
const meanings = ['either', 'name', 'id'] as const

/** The field by which people name the records, if a column goes into it. */
export const keysAtFirst = (targets: readonly (string | null)[], idField: string): Keys => ({
  field: targets.includes(idField) ? idField : null,
  mode: 'upsert',
})

/** @param lookups what people call the mapped fields that refer to other records */
export function KeyChoice({
  fields,
  keys,
  lookups,
  onChange,
}: {
  fields: readonly { readonly name: string; readonly label: string }[]
  keys: Keys
  lookups: readonly string[]
  onChange: (keys: Keys) => void
}) {
  const { t, i18n } = useTranslation()
  return (
    <Stack>
      <Select
        maw={380}
        label={t('import.key')}
        description={t('import.keyHint')}
        placeholder={t('import.noKey')}
        clearable
        data={fields.map(({ name, label }) => ({ value: name, label }))}
        value={keys.field}
        onChange={(field) => onChange({ ...keys, field })}
      />
      {keys.field !== null && (
        <Radio.Group
          label={t('import.mode')}
          value={keys.mode}
          onChange={(chosen) => onChange({ ...keys, mode: modes.find((one) => one === chosen) ?? keys.mode })}
        >
          <Stack gap={6} mt={6}>
            {modes.map((mode) => (
              <Radio key={mode} value={mode} label={t(`import.modes.${mode}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {lookups.length > 0 && (
        <Radio.Group
          label={t('import.lookups', { fields: new Intl.ListFormat(i18n.language).format(lookups) })}
          description={t('import.lookupsHint')}
          value={keys.lookups ?? 'either'}
          onChange={(chosen) =>
            onChange({ ...keys, lookups: chosen === 'id' || chosen === 'name' ? chosen : undefined })
          }
        >
          <Stack gap={6} mt={6}>
            {meanings.map((meaning) => (
              <Radio key={meaning} value={meaning} label={t(`import.meanings.${meaning}`)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </Stack>
  )
}
