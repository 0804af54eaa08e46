import { Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Listing } from '@trowel/client'
import { type ExportFormat, exportFormatNames, exportFormats } from '@trowel/contract/model/export-formats.js'
import { Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { showProblem } from '../../components/notices.js'
import { OpeningButton } from '../../components/opening-button.js'
import type { PrintKind } from '../../components/print/print-dialog.js'
import { saveAddress } from '../../components/save-file.js'
import type { Table } from '../../core/application.js'
import { lazyPart } from '../../core/lazy-part.js'
import { client } from '../../core/session.js'
import { type Column, exportedColumns } from './columns.js'

const PrintDialog = lazyPart(() => import('../../components/print/print-dialog.js'))

/** Records as a file, or on paper. */
export function ExportMenu({
  table,
  listing,
  all,
  shown,
  group,
  total = 0,
  position = 'bottom-end',
}: {
  table: Table
  listing: Listing
  /** The columns that the table has. */
  all: readonly Column[]
  /** Those of the list. */
  shown: readonly Column[]
  /** By which field the list is grouped. */
  group?: string | undefined
  total: number | undefined
  position?: 'bottom-end' | 'top-end'
}) {
  const { t } = useTranslation()
  const [printed, print] = useState<PrintKind>()
  const save = useMutation({
    mutationFn: async (format: ExportFormat) =>
      saveAddress(
        await client.records
          .export(table.name, {
            ...listing,
            columns: exportedColumns(all, shown),
            format,
            bom: format === 'csv',
          })
          .url(),
      ),
    onError: showProblem,
  })
  return (
    <>
      <OpeningButton icon="export" label={t('export.title')} popup="menu" loading={save.isPending}>
        {(button) => (
          <Menu position={position}>
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
              <Menu.Item
                disabled={total === 0}
                leftSection={<Icon name="print" size={16} />}
                onClick={() => print('table')}
              >
                {t('export.pdf')}
              </Menu.Item>
              <Menu.Item
                disabled={total === 0}
                leftSection={<Icon name="qr" size={16} />}
                onClick={() => print('labels')}
              >
                {t('export.labels')}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </OpeningButton>
      {printed && (
        <Suspense>
          <PrintDialog
            table={table}
            listing={listing}
            total={total}
            fields={all}
            columns={shown.map(({ name }) => name)}
            group={group}
            kind={printed}
            onClose={() => print(undefined)}
          />
        </Suspense>
      )}
    </>
  )
}
