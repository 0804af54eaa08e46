import { Select } from '@mantine/core'
import { knownSystems } from '@trowel/contract/model/reference-systems.js'
import { useTranslation } from 'react-i18next'

const offered = knownSystems().map(({ epsg, name }) => ({ value: String(epsg), label: `${name} · ${epsg}` }))
/** So many are shown at once; typing finds the others. */
const maxShown = 60

/** One of the reference systems that are known, by its EPSG code or its name. */
export function ReferenceSystemChoice({
  label,
  description,
  placeholder,
  value,
  disabled = false,
  onChange,
}: {
  label: string
  description: string
  placeholder: string
  value: number | null
  disabled?: boolean
  onChange: (epsg: number | null) => void
}) {
  const { t } = useTranslation()
  return (
    <Select
      searchable
      clearable
      label={label}
      description={description}
      placeholder={placeholder}
      nothingFoundMessage={t('configuration.noSuchSystem')}
      data={offered}
      limit={maxShown}
      disabled={disabled}
      value={value === null ? null : String(value)}
      onChange={(code) => onChange(code === null ? null : Number(code))}
    />
  )
}
