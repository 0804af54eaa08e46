import { ActionIcon, Group, Stack, Switch, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Thing } from '@trowel/contract/preferences.js'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../components/dialog.js'
import { Favourite } from '../../components/favourite.js'
import { Icon } from '../../components/icon.js'
import { Pin } from '../../components/pin.js'
import { addressOf } from '../../components/saved-search.js'
import { Empty, Loaded } from '../../components/states.js'
import { useSavedThing } from '../../components/use-saved-thing.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { type SavedSearch, searchQueries } from '../../queries/search.js'

/** All searches that this person saved or that others share, of all tables. */
export function SavedSearches({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const query = useQuery(searchQueries.saved(app))
  return (
    <Dialog onClose={onClose} title={t('searches.all')} size="lg">
      <Loaded query={query}>
        {(list) =>
          list.length === 0 ? (
            <Empty icon="bookmark" title={t('searches.none')}>
              {t('searches.noneText')}
            </Empty>
          ) : (
            <Stack gap="xs" component="ul" p={0} m={0}>
              {list.map((saved) => (
                <Line key={saved.id} saved={saved} onClose={onClose} />
              ))}
            </Stack>
          )
        }
      </Loaded>
    </Dialog>
  )
}

function Line({ saved, onClose }: { saved: SavedSearch; onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { isShared, isOwn, share, remove } = useSavedThing('saved_query', saved, client.savedQueries, {
    deleted: t('searches.deleted', { name: saved.name }),
  })
  const { id, tb, name: label, query } = saved
  const thing: Thing = { kind: 'search', id, tb, label, query }
  return (
    <Group component="li" justify="space-between" wrap="nowrap">
      <div style={{ minWidth: 0 }}>
        <Link
          to="/app/$app/records/$table"
          params={{ app, table: saved.tb }}
          search={addressOf(saved)}
          onClick={onClose}
          className="reference"
        >
          {saved.name}
        </Link>
        <Text size="xs" c="dimmed">
          {saved.tb_label}
          {!saved.owned_by_me &&
            ` · ${t('searches.ofOthers', { name: saved.owner_name ?? t('versions.goneAccount') })}`}
        </Text>
      </div>
      <Group gap="sm" wrap="nowrap">
        <Favourite thing={thing} />
        <Pin thing={thing} />
        {isOwn && (
          <>
            <Switch
              size="sm"
              label={t('searches.isShared')}
              checked={isShared}
              disabled={share.isPending}
              onChange={() => share.mutate()}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t('searches.delete', { name: saved.name })}
              loading={remove.isPending}
              onClick={() => remove.mutate()}
            >
              <Icon name="bin" size={16} />
            </ActionIcon>
          </>
        )}
      </Group>
    </Group>
  )
}
