import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { type Table, useApplication } from '../../core/application.js'

/** The ways in which records come into an empty table. */
export function BeginTable({ table }: { table: Table }) {
  const { t } = useTranslation()
  const { app, frozen } = useApplication()
  if (frozen) return null
  return (
    <>
      {t('listing.emptyText')}
      <Group justify="center" gap="xs" mt="md">
        <Button
          size="xs"
          component={Link}
          to={`/app/${app}/record/${table.name}/new`}
          leftSection={<Icon name="plus" size={14} />}
        >
          {t('listing.first')}
        </Button>
        {table.privilege <= privileges.writer && (
          <Button
            size="xs"
            variant="default"
            leftSection={<Icon name="import" size={14} />}
            renderRoot={(props: object) => (
              <Link {...props} to="/app/$app/import" params={{ app }} search={{ table: table.name }} />
            )}
          >
            {t('listing.importFile')}
          </Button>
        )}
      </Group>
    </>
  )
}
