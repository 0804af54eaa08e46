import { Group, Menu, Text } from '@mantine/core'
import type { Chart } from '@trowel/contract/charts.js'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { draftOf } from '../../components/charts/chart-draft.js'
import { ChartFigure } from '../../components/charts/chart-figure.js'
import { Icon } from '../../components/icon.js'
import { MoreMenu } from '../../components/more-menu.js'
import { Pin } from '../../components/pin.js'
import { useSavedThing } from '../../components/use-saved-thing.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import classes from './charts.module.css'

/** A chart that a user keeps. */
export function ChartCard({ chart, onEdit }: { chart: Chart; onEdit: () => void }) {
  const { t } = useTranslation()
  const { frozen } = useApplication()
  const draft = useMemo(() => draftOf(chart.definition), [chart.definition])
  const { isShared, isOwn, share, remove } = useSavedThing('chart', chart, client.charts, {
    deleted: t('charts.deleted', { name: chart.name }),
  })
  const mayChange = isOwn && !frozen
  return (
    <article className={classes['card']} aria-label={chart.name}>
      <div className={classes['head']}>
        <div>
          <h2>{chart.name}</h2>
          <Text size="xs" c="dimmed">
            {[
              chart.tb_label,
              isShared &&
                t(chart.owned_by_me ? 'charts.shared' : 'charts.sharedByOther', {
                  name: chart.owner_name ?? t('versions.goneAccount'),
                }),
            ]
              .filter(Boolean)
              .join(' · ')}
          </Text>
        </div>
        <Group gap={2} wrap="nowrap">
          <Pin thing={{ kind: 'chart', id: chart.id, label: chart.name }} />
          <MoreMenu label={t('charts.more', { name: chart.name })} size="lg">
            <Menu.Item leftSection={<Icon name="edit" size={15} />} onClick={onEdit}>
              {t(chart.owned_by_me && !frozen ? 'charts.edit' : 'charts.open')}
            </Menu.Item>
            {mayChange && (
              <>
                <Menu.Item leftSection={<Icon name="share" size={15} />} onClick={() => share.mutate()}>
                  {t(isShared ? 'charts.unshare' : 'charts.share')}
                </Menu.Item>
                <Menu.Item
                  color="var(--danger)"
                  leftSection={<Icon name="bin" size={15} />}
                  onClick={() => remove.mutate()}
                >
                  {t('charts.delete')}
                </Menu.Item>
              </>
            )}
          </MoreMenu>
        </Group>
      </div>
      <ChartFigure draft={draft} name={chart.name} />
    </article>
  )
}
