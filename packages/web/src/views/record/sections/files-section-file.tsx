import { Menu, Text } from '@mantine/core'
import type { RecordFile } from '@trowel/contract/files.js'
import type { DragEvent, KeyboardEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { fileName, fileTitle } from '../../../components/files/file-kind.js'
import { FileMenu } from '../../../components/files/file-menu.js'
import { Thumbnail } from '../../../components/files/thumbnail.js'
import { Icon } from '../../../components/icon.js'
import classes from './files-section.module.css'

/**
 * Under this name a dragged file tells its place; other things that are dragged are no files of the record.
 */
const dragged = 'application/x-trowel-file'

/** A file of a record: a picture as a tile, anything else as a named row. */
export function FileEntry({
  file,
  at,
  last,
  isHero = false,
  mayEdit,
  onOpen,
  onMove,
  onUnlink,
}: {
  file: RecordFile
  /** Its place among the files of the record. */
  at: number
  last: boolean
  /** Is it the picture of the record, which is shown large? */
  isHero?: boolean
  mayEdit: boolean
  onOpen: () => void
  onMove: (from: number, to: number) => void
  onUnlink: () => void
}) {
  const { t } = useTranslation()
  const isPlace = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes(dragged)
  const drag = mayEdit && {
    draggable: true,
    onDragStart: ({ dataTransfer }: DragEvent) => {
      dataTransfer.setData(dragged, String(at))
      dataTransfer.effectAllowed = 'move'
    },
    onDragOver: (event: DragEvent) => isPlace(event) && event.preventDefault(),
    onDrop: (event: DragEvent) => {
      if (!isPlace(event)) return
      event.preventDefault()
      onMove(Number(event.dataTransfer.getData(dragged)), at)
    },
  }
  /** Alt and an arrow move the file among the others. */
  const keys = (event: KeyboardEvent) => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key]
    if (!event.altKey || step === undefined || !mayEdit) return
    event.preventDefault()
    event.stopPropagation()
    onMove(at, at + step)
  }
  return (
    <li className={classes[file.is_image ? 'tile' : 'row']} data-hero={isHero || undefined} {...drag}>
      <button type="button" className={classes['open']} onClick={onOpen} onKeyDown={keys}>
        <span
          className={classes[file.is_image ? 'large' : 'small']}
          // Room is kept for a picture before it is there.
          style={
            isHero && file.width && file.height
              ? { aspectRatio: `${file.width} / ${file.height}` }
              : undefined
          }
        >
          <Thumbnail file={file} {...(isHero && { w: 960 })} />
        </span>
        <span className={classes['caption']}>
          <span className={classes['title']} title={fileTitle(file)}>
            {fileTitle(file)}
          </span>
          {!file.is_image && file.description && (
            <Text component="span" size="xs" c="dimmed" truncate display="block">
              {fileName(file)}
            </Text>
          )}
        </span>
      </button>
      <span className={classes['menu']}>
        <FileMenu file={file} mayEdit={mayEdit} onOpen={onOpen}>
          {mayEdit && (
            <>
              <Menu.Divider />
              <Menu.Item
                disabled={at === 0}
                leftSection={<Icon name="left" size={16} />}
                onClick={() => onMove(at, at - 1)}
              >
                {t('files.earlier')}
              </Menu.Item>
              <Menu.Item
                disabled={last}
                leftSection={<Icon name="right" size={16} />}
                onClick={() => onMove(at, at + 1)}
              >
                {t('files.later')}
              </Menu.Item>
              <Menu.Item leftSection={<Icon name="link" size={16} />} onClick={onUnlink}>
                {t('files.unlink')}
              </Menu.Item>
            </>
          )}
        </FileMenu>
      </span>
    </li>
  )
}
