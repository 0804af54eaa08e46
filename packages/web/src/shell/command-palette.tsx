import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight'
import { recordQueries } from '../queries/records.js'
import '@mantine/spotlight/styles.css'
import { useDebouncedValue } from '@mantine/hooks'
import { useQueries } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icon.js'
import { useApplication } from '../core/application.js'
import { useMenuEntries } from '../navigation.js'

const [store, palette] = createSpotlight()

/**
 * The first answer is marked while a user types; records come later, and where nothing else was found none
 * of them is.
 */
function takeFirst({ key, currentTarget, nativeEvent }: KeyboardEvent<HTMLInputElement>): void {
  if (key !== 'Enter' || nativeEvent.isComposing) return
  const dialog = currentTarget.closest('[role=dialog]')
  if (!dialog?.querySelector('[data-selected]')) dialog?.querySelector<HTMLElement>('[data-action]')?.click()
}

/** How many tables are searched for records while a user types; those first in order come first. */
const searchedTables = 12

/**
 * Every view and table by name, and records by what they are called.
 * @param asked how often it was asked for; it opens each time
 */
export default function CommandPalette({ asked }: { asked: number }) {
  const { t } = useTranslation()
  const { app, tables, mayAct } = useApplication()
  const entries = useMenuEntries()
  const navigate = useNavigate()
  useEffect(() => {
    if (asked > 0) palette.open()
  }, [asked])
  const [query, setQuery] = useState('')
  const [searched] = useDebouncedValue(query.trim(), 180)

  const found = useQueries({
    queries: tables.slice(0, searchedTables).map((table) => ({
      ...recordQueries.candidates(app, table.name, searched),
      enabled: searched.length > 1,
    })),
  })
  const records: SpotlightActionGroupData[] = tables.slice(0, searchedTables).flatMap((table, k) => {
    const hits = searched.length > 1 ? (found[k]?.data?.data ?? []).slice(0, 5) : []
    if (hits.length === 0) return []
    const actions = hits.map((hit) => ({
      id: `${table.name}/${hit.id}`,
      label: hit.label,
      leftSection: <Icon name="record" size={16} />,
      // What was found fits, however it was found.
      keywords: [query],
      onClick: () =>
        void navigate({
          to: '/app/$app/record/$table/$id',
          params: { app, table: table.name, id: String(hit.id) },
        }),
    }))
    return [{ group: table.label, actions }]
  })
  const views: SpotlightActionData[] = [
    {
      id: 'home',
      label: t('shell.home'),
      leftSection: <Icon name="home" size={16} />,
      onClick: () => void navigate({ to: '/app/$app', params: { app } }),
    },
    ...entries
      .filter(({ level }) => mayAct(level))
      .map(({ path, icon }) => ({
        id: path,
        label: t(`navigation.${path}`),
        leftSection: <Icon name={icon} size={16} />,
        onClick: () => void navigate({ to: `/app/${app}/${path}` }),
      })),
  ]
  const lists = tables.map((table) => ({
    id: `list/${table.name}`,
    label: table.label,
    leftSection: <Icon name="table" size={16} />,
    onClick: () => void navigate({ to: '/app/$app/records/$table', params: { app, table: table.name } }),
  }))
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      highlightQuery
      scrollable
      maxHeight={460}
      limit={40}
      nothingFound={t('palette.nothing')}
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: t('palette.hint'),
        'aria-label': t('palette.hint'),
        onKeyDown: takeFirst,
      }}
      actions={[
        { group: t('shell.tables'), actions: lists },
        { group: t('palette.views'), actions: views },
        ...records,
      ]}
    />
  )
}
