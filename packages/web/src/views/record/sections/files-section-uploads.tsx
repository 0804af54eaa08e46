import { ActionIcon, Button, Progress, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'
import { sentenceOf } from '../../../components/refusal.js'
import classes from './files-section.module.css'
import type { Upload } from './files-section-upload.js'

/** How far each file is, and why one did not arrive. */
export function UploadList({
  uploads,
  onStop,
  onAgain,
}: {
  uploads: readonly Upload[]
  onStop: (upload: Upload) => void
  onAgain: (upload: Upload) => void
}) {
  const { t } = useTranslation()
  if (uploads.length === 0) return null
  return (
    <ul className={classes['uploads']} aria-label={t('files.uploading')}>
      {uploads.map((upload) => {
        const { key, file, sent, error } = upload
        return (
          <li key={key} className={classes['upload']}>
            <div className={classes['uploadText']}>
              <Text size="sm" truncate>
                {file.name}
              </Text>
              {error === undefined ? (
                <Progress value={sent * 100} size="sm" aria-label={file.name} />
              ) : (
                <Text size="xs" c="var(--danger)" role="alert">
                  {sentenceOf(error)}
                </Text>
              )}
            </div>
            {error !== undefined && (
              <Button size="compact-xs" variant="default" onClick={() => onAgain(upload)}>
                {t('states.again')}
              </Button>
            )}
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t(error === undefined ? 'files.stopUpload' : 'files.putAway', { name: file.name })}
              onClick={() => onStop(upload)}
            >
              <Icon name="close" size={16} />
            </ActionIcon>
          </li>
        )
      })}
    </ul>
  )
}
