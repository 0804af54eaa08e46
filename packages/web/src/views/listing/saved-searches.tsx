import { ActionIcon, Group, Modal, Stack, Switch, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../app/application.js'
import { client } from '../../app/session.js'
import { Icon } from '../../parts/icon.js'
import { showDone, showProblem } from '../../parts/notices.js'
import { Empty, Loaded } from '../../parts/states.js'
import { addressOf, type SavedSearch, savedSearches } from './saved-search.js'

/** All searches that this person saved or that others share, of all tables. */
export function SavedSearches({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const query = useQuery(savedSearches(app))
  return (
    <Modal opened onClose={onClose} title={t('searches.all')} size="lg" centered>
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
    </Modal>
  )
}

function Line({ saved, onClose }: { saved: SavedSearch; onClose: () => void }) {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const queries = useQueryClient()
  const settled = {
    onSuccess: () => queries.invalidateQueries({ queryKey: [app, 'saved-queries'] }),
    onError: showProblem,
  }
  const share = useMutation({
    mutationFn: (shared: boolean) =>
      shared ? client.savedQueries.share(saved.id) : client.savedQueries.unshare(saved.id),
    ...settled,
  })
  const restore = async () => {
    const { name, tb, query } = saved
    const { query: again } = await client.savedQueries.create({ name, tb, query: query ?? {} })
    if (saved.is_global) await client.savedQueries.share(again.id)
    await settled.onSuccess()
  }
  const remove = useMutation({
    mutationFn: () => client.savedQueries.remove(saved.id),
    ...settled,
    onSuccess: async () => {
      await settled.onSuccess()
      showDone(t('searches.deleted', { name: saved.name }), () => void restore().catch(showProblem))
    },
  })
  const isMine = saved.owned_by_me || mayAct(privileges.super_admin)
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
          {!saved.owned_by_me && ` · ${t('searches.ofOthers')}`}
        </Text>
      </div>
      {isMine && (
        <Group gap="sm" wrap="nowrap">
          <Switch
            size="sm"
            label={t('searches.isShared')}
            checked={saved.is_global === 1}
            disabled={share.isPending}
            onChange={(event) => share.mutate(event.currentTarget.checked)}
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
        </Group>
      )}
    </Group>
  )
}
