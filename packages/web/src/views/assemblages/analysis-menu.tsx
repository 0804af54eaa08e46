import { ActionIcon, Menu } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AnalysisDefinition } from '@trowel/client'
import type { Analysis } from '@trowel/contract/assemblages.js'
import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../app/application.js'
import { client } from '../../app/session.js'
import { Icon } from '../../parts/icon.js'
import { showDone, showProblem } from '../../parts/notices.js'

/** What can be done with an analysis that is kept. */
export function AnalysisMenu({ analysis, onDeleted }: { analysis: Analysis; onDeleted?: () => void }) {
  const { t } = useTranslation()
  const { app, mayAct, frozen } = useApplication()
  const queries = useQueryClient()
  const isShared = analysis.is_global === 1
  const refresh = () => queries.invalidateQueries({ queryKey: [app, 'assemblages'] })
  const share = useMutation({
    mutationFn: () =>
      isShared ? client.assemblages.unshare(analysis.id) : client.assemblages.share(analysis.id),
    onSuccess: refresh,
    onError: showProblem,
  })
  const bringBack = async () => {
    try {
      const { analysis: again } = await client.assemblages.create({
        name: analysis.name,
        // As the service gave it out.
        definition: analysis.definition as AnalysisDefinition,
      })
      if (isShared) await client.assemblages.share(again.id)
      await refresh()
    } catch (error) {
      showProblem(error)
    }
  }
  const remove = useMutation({
    mutationFn: () => client.assemblages.remove(analysis.id),
    onSuccess: async () => {
      onDeleted?.()
      await refresh()
      showDone(t('charts.deleted', { name: analysis.name }), () => void bringBack())
    },
    onError: showProblem,
  })
  if (frozen || !(analysis.owned_by_me || mayAct(privileges.super_admin))) return null
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('charts.more', { name: analysis.name })}
        >
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<Icon name="share" size={15} />} onClick={() => share.mutate()}>
          {t(isShared ? 'charts.unshare' : 'charts.share')}
        </Menu.Item>
        <Menu.Item color="red" leftSection={<Icon name="bin" size={15} />} onClick={() => remove.mutate()}>
          {t('charts.delete')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
