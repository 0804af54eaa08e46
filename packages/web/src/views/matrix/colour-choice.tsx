import { Select } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { noColour } from './colour-by.js'

/** Which field the colours tell. */
export function ColourChoice({
  fields,
  value,
  onChange,
}: {
  fields: readonly { readonly name: string; readonly label: string }[]
  value: string
  onChange: (field: string | undefined) => void
}) {
  const { t } = useTranslation()
  return (
    <Select
      w={190}
      aria-label={t('matrix.colourBy')}
      leftSection={<Icon name="palette" size={15} />}
      allowDeselect={false}
      data={[
        { value: noColour, label: t('matrix.noColour') },
        ...fields.map(({ name, label }) => ({ value: name, label })),
      ]}
      value={value}
      onChange={(chosen) => onChange(chosen ?? undefined)}
    />
  )
}
