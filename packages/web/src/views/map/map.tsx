import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.js'
import { Empty } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { Workspace } from './workspace.js'

/** Records on the map, of one table or of several. */
export function MapView() {
  const { t } = useTranslation()
  const { tables } = useApplication()
  const usable = tables.filter(({ geodata }) => geodata)
  if (usable.length > 0) return <Workspace tables={usable} />
  return (
    <Page title={t('navigation.map')}>
      <Empty icon="map" title={t('map.noTable')}>
        {t('map.noTableText')}
      </Empty>
    </Page>
  )
}
