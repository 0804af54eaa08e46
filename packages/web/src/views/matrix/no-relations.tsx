import { Alert } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import classes from './matrix.module.css'

/** How a matrix begins. */
export function NoRelations() {
  const { t } = useTranslation()
  return (
    <Alert
      variant="light"
      radius={0}
      className={classes['loops'] ?? ''}
      icon={<Icon name="matrix" />}
      title={t('matrix.noRelations')}
    >
      {t('matrix.noRelationsText')}
    </Alert>
  )
}
