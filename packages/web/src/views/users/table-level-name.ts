import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { useLevelName } from '../../components/level-name.js'

/** What a level on a single table is called: who only waits elsewhere may do nothing there. */
export function useTableLevelName(): (level: number) => string {
  const { t } = useTranslation()
  const levelName = useLevelName()
  return (level) => (level === privileges.waiting ? t('users.noRights') : levelName(level))
}
