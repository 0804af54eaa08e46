import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { Listing } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { client } from '../../app/session.js'
import { Icon } from '../../parts/icon.js'
import { showProblem } from '../../parts/notices.js'
import { saveAddress } from '../../parts/save-file.js'

const formats = ['csv', 'xlsx', 'json', 'ndjson', 'geojson'] as const

/** The listed records as a file. */
export function ExportMenu({
  table,
  listing,
}: {
  table: { name: string; geodata: boolean }
  listing: Listing
}) {
  const { t } = useTranslation()
  const run = useMutation({
    mutationFn: async (format: (typeof formats)[number]) =>
      saveAddress(
        await client.records
          .export(table.name, { ...listing, columns: '*', format, bom: format === 'csv' })
          .url(),
      ),
    onError: showProblem,
  })
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" loading={run.isPending} leftSection={<Icon name="export" size={16} />}>
          {t('export.title')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {formats
          .filter((format) => format !== 'geojson' || table.geodata)
          .map((format) => (
            <Menu.Item key={format} onClick={() => run.mutate(format)}>
              {t(`export.${format}`)}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}
