import { useTranslation } from 'react-i18next'
import { useLevelName } from '../components/level-name.js'
import { Page } from '../components/page.js'
import { Empty } from '../components/states.js'
import { useApplication } from '../core/application.js'
import type { MenuEntry } from '../navigation.js'

/** Who may use a view that this person may not, and who can help. */
export default function NotPermitted({ path, level }: Pick<MenuEntry, 'path' | 'level'>) {
  const { t } = useTranslation()
  const { user } = useApplication()
  const levelName = useLevelName()
  return (
    <Page title={t(`navigation.${path}`)}>
      <Empty icon="lock" title={t('states.refused')}>
        {t('person.notPermitted', { needed: levelName(level), own: levelName(user.privilege_value) })}
      </Empty>
    </Page>
  )
}
