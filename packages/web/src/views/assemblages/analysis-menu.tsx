import { Menu } from '@mantine/core'
import type { Analysis } from '@trowel/contract/assemblages.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { MoreMenu } from '../../components/more-menu.js'
import { useSavedThing } from '../../components/use-saved-thing.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'

/** What can be done with an analysis that is kept. */
export function AnalysisMenu({ analysis, onDeleted }: { analysis: Analysis; onDeleted?: () => void }) {
  const { t } = useTranslation()
  const { frozen } = useApplication()
  const { isShared, isOwn, share, remove } = useSavedThing('assemblage', analysis, client.assemblages, {
    deleted: t('charts.deleted', { name: analysis.name }),
    onDeleted,
  })
  if (frozen || !isOwn) return null
  return (
    <MoreMenu label={t('charts.more', { name: analysis.name })} size="lg">
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
    </MoreMenu>
  )
}
