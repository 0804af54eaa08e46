import { Menu, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { Listing } from '@trowel/client'
import { type ExportFormat, exportFormatNames, exportFormats } from '@trowel/contract/model/export-formats.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { showProblem } from '../../components/notices.js'
import { OpeningButton } from '../../components/opening-button.js'
import { saveAddress, saveBlob } from '../../components/save-file.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { layoutQueries } from '../../queries/layouts.js'
import { maxPrinted } from './limits.js'

/** Records as a file, or on paper. */
export function ExportMenu({
  table,
  listing,
  columns,
  total,
  position = 'bottom-end',
}: {
  table: { name: string; label: string; geodata: boolean }
  listing: Listing
  /** Those that a file has. */
  columns: readonly string[]
  total: number | undefined
  position?: 'bottom-end' | 'top-end'
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const [isOpen, setOpen] = useState(false)
  const layouts = useQuery({
    ...layoutQueries.names(app, table.name),
    enabled: isOpen,
  })
  const save = useMutation({
    mutationFn: async (format: ExportFormat) =>
      saveAddress(
        await client.records
          .export(table.name, { ...listing, columns: [...columns], format, bom: format === 'csv' })
          .url(),
      ),
    onError: showProblem,
  })
  const print = useMutation({
    mutationFn: async (template?: string) => {
      const file = await client.records.printAll(table.name, { ...listing, template }).fetch()
      saveBlob(await file.blob(), file.name || `${table.label}.pdf`)
    },
    onError: showProblem,
  })
  const tooMany = (total ?? 0) > maxPrinted
  return (
    <OpeningButton
      icon="export"
      label={t('export.title')}
      popup="menu"
      loading={save.isPending || print.isPending}
    >
      {(button) => (
        <Menu position={position} opened={isOpen} onChange={setOpen}>
          <Menu.Target>{button}</Menu.Target>
          <Menu.Dropdown>
            {exportFormatNames
              .filter((format) => !exportFormats[format].needsGeodata || table.geodata)
              .map((format) => (
                <Menu.Item key={format} onClick={() => save.mutate(format)}>
                  {t(`export.${format}`)}
                </Menu.Item>
              ))}
            <Menu.Divider />
            {[undefined, ...(layouts.data?.templates ?? [])].map((layout) => (
              <Menu.Item
                key={layout ?? ''}
                disabled={tooMany || total === 0}
                leftSection={<Icon name="print" size={16} />}
                onClick={() => print.mutate(layout)}
              >
                {layout === undefined ? t('export.pdf') : t('export.pdfLayout', { layout })}
              </Menu.Item>
            ))}
            {tooMany && (
              <Text size="xs" c="dimmed" px="sm" pb={4} maw={240}>
                {t('export.pdfLimit', { most: maxPrinted })}
              </Text>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
    </OpeningButton>
  )
}
