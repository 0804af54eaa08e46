import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.js'

/** Searches while a user types, as soon as he pauses. */
export function FastSearch({
  text,
  width = 220,
  onSearch,
}: {
  text: string
  width?: number | string
  onSearch: (text: string | undefined) => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(text)
  const search = useDebouncedCallback((wanted: string) => onSearch(wanted === '' ? undefined : wanted), 250)
  useEffect(() => setTyped(text), [text])
  return (
    <TextInput
      type="search"
      w={width}
      aria-label={t('listing.search')}
      placeholder={t('listing.search')}
      leftSection={<Icon name="search" size={15} />}
      value={typed}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value.trim())
      }}
    />
  )
}
