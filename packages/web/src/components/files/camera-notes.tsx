import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FileMetadata, FileObject } from '@trowel/contract/files.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { fileQueries } from '../../queries/files.js'
import { CopyButton } from '../copy-button.js'
import { Loaded } from '../states.js'
import classes from './file-viewer.module.css'

/** What a camera wrote into a picture: to be read and copied, never taken over by itself. */
export function CameraNotes({ file }: { file: FileObject }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const notes = useQuery(fileQueries.metadata(app, file))
  return (
    <Loaded query={notes} lines={3}>
      {({ metadata }) => (
        <>
          <Facts metadata={metadata} />
          {metadata.position && (
            <CopyButton
              size="compact-sm"
              variant="default"
              text={metadata.position.geometry}
              label={t('viewer.copyPosition')}
            />
          )}
          {(metadata.position || metadata.taken_at) && (
            <Text size="xs" c="dimmed">
              {t('viewer.cameraSays')}
            </Text>
          )}
        </>
      )}
    </Loaded>
  )
}

function Facts({ metadata }: { metadata: FileMetadata }) {
  const { t, i18n } = useTranslation()
  const { width, height, taken_at, utc_offset, camera_make, camera_model, lens, author, position } = metadata
  const number = (value: number, digits = 0) =>
    value.toLocaleString(i18n.language, { maximumFractionDigits: digits })
  const facts = [
    [t('viewer.size'), width && height ? `${number(width)} × ${number(height)}` : null],
    [t('viewer.takenAt'), taken_at && `${timeOfCamera(taken_at, i18n.language)} ${utc_offset ?? ''}`],
    [t('viewer.camera'), [camera_make, camera_model].filter(Boolean).join(' ')],
    [t('viewer.lens'), lens],
    [t('viewer.author'), author],
    [t('viewer.copyright'), metadata.copyright],
    [t('viewer.position'), position && `${number(position.latitude, 6)}, ${number(position.longitude, 6)}`],
    [t('viewer.altitude'), position?.altitude != null ? `${number(position.altitude, 1)} m` : null],
  ] as const
  return (
    <dl className={classes['facts']}>
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="numbers">{value}</dd>
            </div>
          ),
      )}
    </dl>
  )
}

/** The clock of the camera, as it went: nothing is known of its zone. */
const timeOfCamera = (time: string, language: string): string =>
  new Date(`${time}Z`).toLocaleString(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' })
