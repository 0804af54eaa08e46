import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { showProblem } from '../../components/notices.js'
import { saveAddress } from '../../components/save-file.js'
import { listingOf } from '../../core/listing-address.js'
import { client } from '../../core/session.js'
import type { MatrixSearch } from './matrix-address.js'

const formats = ['svg', 'dot', 'graphml', 'csv', 'lst', 'json'] as const

/** The matrix as a picture, or as a file of another program. */
export function MatrixExport({
  table,
  search,
  onPicture,
}: {
  table: string
  search: MatrixSearch
  onPicture: () => void
}) {
  const { t } = useTranslation()
  const { q, filter, expert, implied } = search
  const run = useMutation({
    mutationFn: async (format: (typeof formats)[number]) =>
      saveAddress(
        await client.stratigraphy
          .export({ tb: table, ...listingOf({ q, filter, expert }), reduced: !implied, format })
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
        <Menu.Item onClick={onPicture}>{t('matrix.png')}</Menu.Item>
        {formats.map((format) => (
          <Menu.Item key={format} onClick={() => run.mutate(format)}>
            {t(`matrix.${format}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
