import { ActionIcon, Menu, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Chart } from '@trowel/contract/charts.js'
import { privileges } from '@trowel/contract/privileges.js'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../app/application.js'
import { client } from '../../app/session.js'
import { Icon } from '../../parts/icon.js'
import { showDone, showProblem } from '../../parts/notices.js'
import { definitionOf, draftOf } from './chart-draft.js'
import { ChartFigure } from './chart-figure.js'
import classes from './charts.module.css'

/** A chart that somebody keeps. */
export function ChartCard({ chart, onEdit }: { chart: Chart; onEdit: () => void }) {
  const { t } = useTranslation()
  const { app, mayAct, frozen } = useApplication()
  const queries = useQueryClient()
  const draft = useMemo(() => draftOf(chart.definition), [chart.definition])
  const isShared = chart.is_global === 1
  const mayChange = (chart.owned_by_me || mayAct(privileges.super_admin)) && !frozen
  const refresh = () => queries.invalidateQueries({ queryKey: [app, 'charts'] })
  const share = useMutation({
    mutationFn: () => (isShared ? client.charts.unshare(chart.id) : client.charts.share(chart.id)),
    onSuccess: refresh,
    onError: showProblem,
  })
  const bringBack = async () => {
    try {
      const { chart: again } = await client.charts.create({
        name: chart.name,
        definition: definitionOf(draft),
      })
      if (isShared) await client.charts.share(again.id)
      await refresh()
    } catch (error) {
      showProblem(error)
    }
  }
  const remove = useMutation({
    mutationFn: () => client.charts.remove(chart.id),
    onSuccess: async () => {
      await refresh()
      showDone(t('charts.deleted', { name: chart.name }), () => void bringBack())
    },
    onError: showProblem,
  })
  return (
    <article className={classes['card']} aria-label={chart.name}>
      <div className={classes['head']}>
        <div>
          <h2>{chart.name}</h2>
          <Text size="xs" c="dimmed">
            {[chart.tb_label, isShared && t(chart.owned_by_me ? 'charts.shared' : 'charts.sharedByOther')]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('charts.more', { name: chart.name })}
            >
              <Icon name="more" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item leftSection={<Icon name="edit" size={15} />} onClick={onEdit}>
              {t(mayChange ? 'charts.edit' : 'charts.open')}
            </Menu.Item>
            {mayChange && (
              <>
                <Menu.Item leftSection={<Icon name="share" size={15} />} onClick={() => share.mutate()}>
                  {t(isShared ? 'charts.unshare' : 'charts.share')}
                </Menu.Item>
                <Menu.Item
                  color="red"
                  leftSection={<Icon name="bin" size={15} />}
                  onClick={() => remove.mutate()}
                >
                  {t('charts.delete')}
                </Menu.Item>
              </>
            )}
          </Menu.Dropdown>
        </Menu>
      </div>
      <ChartFigure draft={draft} name={chart.name} />
    </article>
  )
}
