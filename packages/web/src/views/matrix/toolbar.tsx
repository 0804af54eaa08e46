import { Button, Menu, Select } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { showProblem } from '../../components/notices.js'
import { saveAddress } from '../../components/save-file.js'
import { useApplication } from '../../core/application.js'
import { listingOf } from '../../core/listing-address.js'
import { client } from '../../core/session.js'
import { noColour } from './colour-by.js'
import type { MatrixSearch } from './matrix-address.js'
import type { Unit } from './use-layout.js'

/** As a drawing or as a list, with or without what follows from others. */
export function ViewMenu({
  search,
  onChange,
}: {
  search: MatrixSearch
  onChange: (change: Partial<MatrixSearch>) => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name={search.list ? 'matrix' : 'table'} size={16} />}
        onClick={() => onChange({ list: search.list ? undefined : true })}
      >
        {t(search.list ? 'matrix.asDrawing' : 'matrix.asList')}
      </Button>
      <Menu position="bottom-end" closeOnItemClick>
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="eye" size={16} />}>
            {t('matrix.view')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.CheckboxItem
            closeMenuOnClick
            checked={search.implied === true}
            onChange={(implied) => onChange({ implied: implied || undefined })}
          >
            {t('matrix.implied')}
          </Menu.CheckboxItem>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

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

const formats = ['svg', 'dot', 'graphml', 'csv', 'lst', 'json'] as const

/** The matrix as a picture, or as a file of another program. */
export function MatrixExport({
  table,
  search,
  onPicture,
}: {
  table: string
  search: MatrixSearch
  onPicture: () => void
}) {
  const { t } = useTranslation()
  const { q, filter, expert, implied } = search
  const run = useMutation({
    mutationFn: async (format: (typeof formats)[number]) =>
      saveAddress(
        await client.stratigraphy
          .export({ tb: table, ...listingOf({ q, filter, expert }), reduced: !implied, format })
          .url(),
      ),
    onError: showProblem,
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={run.isPending} leftSection={<Icon name="export" size={16} />}>
          {t('export.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={onPicture}>{t('matrix.png')}</Menu.Item>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => run.mutate(format)}>
            {t(`matrix.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

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

/** How many units are drawn; of a filtered table how many meet the filter, and the way to all of them. */
export function UnitCount({
  table,
  units,
  narrowed,
}: {
  table: { readonly name: string; readonly label: string }
  units: readonly Unit[]
  narrowed: boolean
}) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const number = (count: number) => count.toLocaleString(i18n.language)
  const met = units.filter((unit) => unit.in_filter).length
  if (!narrowed)
    return (
      <span role="status">
        {t('matrix.units', { count: units.length, number: number(units.length), table: table.label })}
      </span>
    )
  return (
    <span role="status">
      {t('matrix.narrowed', { met: number(met), units: number(units.length), table: table.label })}{' '}
      <Link className="reference" to="/app/$app/matrix" params={{ app }} search={{ table: table.name }}>
        {t('matrix.showAll')}
      </Link>
    </span>
  )
}
