import { Button, Portal, Text } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { useNavigate } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { filesDropped } from '../../core/dropped-files.js'
import { Icon } from '../icon.js'
import classes from './drop-file.module.css'
import { handOver } from './handed-files.js'

/** What a table can be made of, and what can come after it. */
export const importableFiles = '.csv,.tsv,.tab,.txt,.xlsx,.ods,.gpkg,.json,.geojson,.lst,.zip,image/*'

/**
 * Makes a table of a file that is dropped anywhere on the page, or chosen. For those who may make tables.
 *
 * @param look a place to drop it on, a button, or nothing that is seen before a file is held over the page
 */
export default function DropFile({ look }: { look: 'place' | 'button' | 'hidden' }) {
  const { mayAct, frozen } = useApplication()
  return mayAct(privileges.super_admin) && !frozen ? <Drop look={look} /> : null
}

function Drop({ look }: { look: 'place' | 'button' | 'hidden' }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const take = (files: readonly File[]) => {
    if (files.length === 0) return
    handOver(files)
    void navigate({
      to: '/app/$app/import',
      params: { app },
      search: look === 'button' ? { into: 'new' } : {},
    })
  }
  const choose = (
    <Button
      variant={look === 'place' ? 'filled' : 'default'}
      leftSection={<Icon name="import" size={16} />}
      onClick={() => input.current?.click()}
    >
      {t(look === 'place' ? 'front.chooseFile' : 'front.tableFromFile')}
    </Button>
  )
  return (
    <>
      {look === 'place' ? (
        <section className={classes['place']} aria-label={t('front.tableFromFile')}>
          <Text fw={650} size="lg">
            {t('front.dropFile')}
          </Text>
          <Text size="sm" c="dimmed" maw={520}>
            {t('front.dropFileText')}
          </Text>
          {choose}
        </section>
      ) : (
        look === 'button' && choose
      )}
      {look !== 'hidden' && (
        <input
          ref={input}
          type="file"
          hidden
          aria-label={t('front.tableFromFile')}
          multiple
          accept={importableFiles}
          onChange={({ currentTarget }) => take([...(currentTarget.files ?? [])])}
        />
      )}
      <DropAnywhere words={t('front.dropHere')} onFiles={take} />
    </>
  )
}

/** Takes files that are dropped anywhere on the page, and what is in folders. @param words seen meanwhile */
export function DropAnywhere({
  words,
  onFiles,
}: {
  words: string
  onFiles: (files: readonly File[]) => void
}) {
  const held = useFilesOverPage(onFiles)
  return (
    held && (
      <Portal>
        <div className={classes['over']} aria-hidden="true">
          <Icon name="import" size={36} />
          <Text fw={650} size="xl">
            {words}
          </Text>
        </div>
      </Portal>
    )
  )
}

/** Is a file held over the page? One that is dropped is taken, wherever on the page that is. */
function useFilesOverPage(take: (files: readonly File[]) => void): boolean {
  const [held, setHeld] = useState(false)
  // Each element below the mouse tells that it came and went: only the last one to go leaves the page.
  const depth = useRef(0)
  const move = (event: DragEvent, by: number) => {
    if (!hasFiles(event)) return
    depth.current = Math.max(0, depth.current + by)
    setHeld(depth.current > 0)
  }
  useWindowEvent('dragenter', (event) => move(event, 1))
  useWindowEvent('dragleave', (event) => move(event, -1))
  useWindowEvent('dragover', (event) => {
    if (hasFiles(event)) event.preventDefault()
  })
  useWindowEvent('drop', (event) => {
    if (!hasFiles(event)) return
    event.preventDefault()
    depth.current = 0
    setHeld(false)
    if (event.dataTransfer) void filesDropped(event.dataTransfer).then(take)
  })
  return held
}

const hasFiles = ({ dataTransfer }: DragEvent): boolean => dataTransfer?.types.includes('Files') ?? false
