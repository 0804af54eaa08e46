import type { FileObject } from '@trowel/contract/files.js'
import { useState } from 'react'
import { client } from '../../app/session.js'
import classes from './thumbnail.module.css'

/** A small picture beside the name of a file; its kind in letters where there can be none. */
export function Thumbnail({ file, w = 240 }: { file: FileObject; w?: 120 | 240 | 480 }) {
  const [broken, setBroken] = useState('')
  return file.is_image && broken !== file.url ? (
    <img
      className={classes['picture']}
      src={client.files.url(file, { w })}
      alt=""
      loading="lazy"
      draggable={false}
      onError={() => setBroken(file.url)}
    />
  ) : (
    <span className={classes['letters']} aria-hidden="true">
      {file.ext || '?'}
    </span>
  )
}
