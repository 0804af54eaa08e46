import { Select } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import type { Unit } from './use-layout.js'

const offered = 40

/** Finds a unit of the drawing by its name and flies to it. */
export function UnitSearch({ units, onUnit }: { units: readonly Unit[]; onUnit: (id: number) => void }) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const data = useMemo(() => {
    const wanted = typed.trim().toLocaleLowerCase()
    return units
      .filter(({ identifier }) => identifier.toLocaleLowerCase().includes(wanted))
      .slice(0, offered)
      .map(({ db_id, identifier }) => ({ value: String(db_id), label: identifier }))
  }, [units, typed])
  return (
    <Select
      w={170}
      searchable
      aria-label={t('matrix.find')}
      placeholder={t('matrix.find')}
      leftSection={<Icon name="search" size={15} />}
      nothingFoundMessage={t('matrix.noUnit')}
      rightSection={<span />}
      data={data}
      filter={({ options }) => options}
      value={null}
      searchValue={typed}
      onSearchChange={setTyped}
      onChange={(chosen) => {
        setTyped('')
        if (chosen) onUnit(Number(chosen))
      }}
    />
  )
}
