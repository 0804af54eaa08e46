import type { ListedFile } from '@trowel/contract/files.js'
import { fileTitle } from '../../components/files/file-kind.js'
import { FileMenu } from '../../components/files/file-menu.js'
import { Thumbnail } from '../../components/files/thumbnail.js'
import { FileRecords } from './file-records.js'
import classes from './files.module.css'

export interface FilesShown {
  readonly files: readonly ListedFile[]
  readonly mayEdit: boolean
  readonly onOpen: (at: number) => void
}

/** Files as pictures. */
export function FileGrid({ files, mayEdit, onOpen }: FilesShown) {
  return (
    <ul className={classes['grid']}>
      {files.map((file, at) => (
        <li key={file.id} className={classes['tile']}>
          <button type="button" className={classes['open']} onClick={() => onOpen(at)}>
            <span className={classes['picture']}>
              <Thumbnail file={file} />
            </span>
            <span className={classes['title']} title={fileTitle(file)}>
              {fileTitle(file)}
            </span>
          </button>
          <FileRecords file={file} max={2} />
          <span className={classes['menu']}>
            <FileMenu file={file} mayEdit={mayEdit} onOpen={() => onOpen(at)} />
          </span>
        </li>
      ))}
    </ul>
  )
}
