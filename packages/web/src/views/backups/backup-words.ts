import type { Backup } from '@trowel/contract/backups.js'
import { useTranslation } from 'react-i18next'
import { sizeText } from '../../components/files/size-text.js'

/** When a backup was made, why, and how large it is. */
export function useBackupWords() {
  const { t, i18n } = useTranslation()
  return {
    when: ({ timestamp, file }: Backup): string =>
      timestamp === null
        ? file
        : new Date(timestamp * 1000).toLocaleString(i18n.language, {
            dateStyle: 'medium',
            timeStyle: 'short',
          }),

    why: ({ reason, created_by: by }: Backup): string =>
      reason === 'scheduled'
        ? t('backups.scheduled')
        : reason === 'before_restore'
          ? t('backups.beforeRestore')
          : reason === 'before_upgrade'
            ? t('backups.beforeUpgrade')
            : by === null
              ? t('backups.fromElsewhere')
              : t('backups.by', { name: by }),

    size: ({ size }: Backup): string => sizeText(size, i18n.language),
  }
}
