import type { FileObject } from '@trowel/contract/files.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useConnection } from '../../core/connection.js'
import { useOfflineImage } from '../../core/offline-images.js'
import { client } from '../../core/session.js'
import classes from './thumbnail.module.css'

/**
 * A small picture beside the name of a file; its kind in letters where there can be none. Without a
 * connection, the copy that this machine has kept, or that it has none.
 */
export function Thumbnail({
  file,
  w = 240,
}: {
  file: Pick<FileObject, 'id' | 'url' | 'ext' | 'is_image'>
  w?: 120 | 240 | 480 | 960
}) {
  const { t } = useTranslation()
  const connected = useConnection()
  const [broken, setBroken] = useState('')
  // What did not come without a connection is tried again with one.
  const attempt = `${file.url} ${connected}`
  const isBroken = broken === attempt
  const isMissing = file.is_image && isBroken && !connected
  const kept = useOfflineImage(isMissing ? file : undefined)
  if (file.is_image && (!isBroken || kept))
    return (
      <img
        className={classes['picture']}
        src={(isBroken && kept) || client.files.url(file, { w })}
        alt=""
        loading="lazy"
        draggable={false}
        onError={() => setBroken(attempt)}
      />
    )
  return isMissing ? (
    <span className={classes['missing']}>{kept === null && t('files.notKept')}</span>
  ) : (
    <span className={classes['letters']} aria-hidden="true">
      {file.ext || '?'}
    </span>
  )
}
