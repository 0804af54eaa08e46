import { type OptionsFilter, Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../core/application.js'
import { takeOnlyMatch, takeOnlyMatchOf } from '../core/only-match.js'
import { recordQueries } from '../queries/records.js'

/** A record by its name. */
export interface NamedRecord {
  readonly id: number
  readonly label: string
}

const asAnswered: OptionsFilter = ({ options }) => options

/** Chooses a record of a table by a part of its name. */
export function RecordChoice({
  table,
  value,
  without = [],
  onChoose,
  ...shared
}: {
  table: string
  value: NamedRecord | null
  /** Records that cannot be meant. */
  without?: readonly number[]
  onChoose: (record: NamedRecord | null) => void
  label?: string
  'aria-label'?: string
  placeholder?: string
  size?: 'xs' | 'sm'
  autoFocus?: boolean
  required?: boolean
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [typed, setTyped] = useState('')
  // What is chosen already is no search.
  const wanted = typed === value?.label ? '' : typed.trim()
  const [q] = useDebouncedValue(wanted, 150)
  const { data, isPending, isPlaceholderData } = useQuery({
    ...recordQueries.candidates(app, table, q),
    placeholderData: keepPreviousData,
  })
  const isAnswered = q === wanted && !isPending && !isPlaceholderData
  // Enter takes the only record that fits, also where it is pressed before the service has answered.
  const [isTaken, setTaken] = useState(false)
  const found = (data?.data ?? []).filter(({ id }) => !without.includes(id))
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isTaken || !isAnswered) return
    setTaken(false)
    if (input.current) takeOnlyMatchOf(input.current)
  }, [isTaken, isAnswered])
  const offered = value && !found.some(({ id }) => id === value.id) ? [value, ...found] : found
  return (
    <Select
      {...shared}
      ref={input}
      searchable
      clearable
      aria-busy={!isAnswered}
      onKeyDown={(event) => {
        takeOnlyMatch(event)
        if (event.key !== 'Enter' || isAnswered || wanted === '') return
        event.preventDefault()
        setTaken(true)
      }}
      data={offered.map(({ id, label }) => ({ value: String(id), label }))}
      // The service knows better than a comparison of texts. Until it has answered, what does not fit is no
      // longer offered: it would go from under the user's hand, with another record in its place.
      {...(isAnswered && { filter: asAnswered })}
      nothingFoundMessage={t(isAnswered ? 'links.noRecord' : 'links.searching')}
      value={value === null ? null : String(value.id)}
      searchValue={typed}
      onSearchChange={(text) => {
        setTaken(false)
        setTyped(text)
      }}
      onChange={(chosen) => onChoose(offered.find(({ id }) => String(id) === chosen) ?? null)}
    />
  )
}
