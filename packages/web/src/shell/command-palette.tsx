import {
  createSpotlight,
  Spotlight,
  type SpotlightActionData,
  type SpotlightActionGroupData,
} from '@mantine/spotlight'
import { searchQueries } from '../queries/search.js'
import '@mantine/spotlight/styles.layer.css'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, TableMark } from '../components/icon.js'
import { useApplication } from '../core/application.js'
import { usePreferences } from '../core/preferences.js'
import { useMenuEntries } from '../navigation.js'

/** So many of the records that were opened lately are offered before anything is typed. */
const maxAtHand = 8

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

/**
 * Every view and table by name, and records by what they are called or by any text that stands in them.
 * @param asked how often it was asked for; it opens each time
 */
export default function CommandPalette({ asked }: { asked: number }) {
  const { t } = useTranslation()
  const { app, tables, table: tableOf, mayAct } = useApplication()
  const { favourites, recents } = usePreferences()
  const entries = useMenuEntries()
  const navigate = useNavigate()
  useEffect(() => {
    if (asked > 0) palette.open()
  }, [asked])
  const [query, setQuery] = useState('')
  const [searched] = useDebouncedValue(query.trim(), 180)

  const isSearched = searched.length > 1
  const { data: found = [] } = useQuery({
    ...searchQueries.everywhere(app, searched),
    enabled: isSearched,
    placeholderData: keepPreviousData,
  })
  // What was found fits, however it was found.
  const keywords = [query]
  const records: SpotlightActionGroupData[] = (isSearched ? found : []).map(
    ({ tb, label, more, records }) => {
      const actions: SpotlightActionData[] = records.map((record) => ({
        id: `${tb}/${record.id}`,
        label: record.label,
        ...(record.text !== null && { description: `${record.field_label}: ${record.text}` }),
        leftSection: <TableMark table={tableOf(tb)} size={16} />,
        keywords,
        onClick: () =>
          void navigate({
            to: '/app/$app/record/$table/$id',
            params: { app, table: tb, id: String(record.id) },
          }),
      }))
      if (more)
        actions.push({
          id: `more/${tb}`,
          label: t('palette.more', { table: label }),
          leftSection: <Icon name="table" size={16} />,
          keywords,
          onClick: () =>
            void navigate({
              to: '/app/$app/records/$table',
              params: { app, table: tb },
              search: { q: searched },
            }),
        })
      return { group: label, actions }
    },
  )
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
    leftSection: <TableMark table={table} size={16} />,
    onClick: () => void navigate({ to: '/app/$app/records/$table', params: { app, table: table.name } }),
  }))
  const kept = [...favourites, ...recents].flatMap((thing): SpotlightActionData[] =>
    thing.kind === 'record'
      ? [
          {
            id: `kept/${thing.tb}/${thing.id}`,
            label: thing.label,
            description: tableOf(thing.tb)?.label ?? '',
            leftSection: <TableMark table={tableOf(thing.tb)} size={16} />,
            onClick: () =>
              void navigate({
                to: '/app/$app/record/$table/$id',
                params: { app, table: thing.tb, id: String(thing.id) },
              }),
          },
        ]
      : [],
  )
  // What is searched for by its text is found among all records.
  const atHand = [...new Map(kept.map((action) => [action.id, action])).values()].slice(0, maxAtHand)
  return (
    <Spotlight
      store={store}
      shortcut={null}
      query={query}
      onQueryChange={setQuery}
      highlightQuery
      scrollable
      maxHeight={460}
      limit={60}
      // Answers are reached by arrows from the input; the area itself scrolls by keys, too.
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      nothingFound={t('palette.nothing')}
      searchProps={{
        leftSection: <Icon name="search" />,
        placeholder: t('palette.hint'),
        'aria-label': t('palette.hint'),
        onKeyDown: takeFirst,
      }}
      actions={[
        ...(isSearched || atHand.length === 0 ? [] : [{ group: t('shell.recent'), actions: atHand }]),
        { group: t('shell.tables'), actions: lists },
        { group: t('palette.views'), actions: views },
        ...records,
      ]}
    />
  )
}
