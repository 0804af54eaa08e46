import { type PrivilegeName, privilegeName } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'

/** What a level is called: "Writer", for 20. */
export function useLevelName(): (level: number) => string {
  const { t } = useTranslation()
  return (level) => t(`levels.${privilegeName(level) as PrivilegeName}`)
}
