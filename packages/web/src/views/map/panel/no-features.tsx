import { Anchor, Stack, Text, UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { Empty } from '../../../components/states.js'
import { type Table, useApplication } from '../../../core/application.js'

/** A layer has nothing to show. @param onAll shows all records, where only some were asked for */
export function NoFeatures({ table, onAll }: { table: Table; onAll: (() => void) | undefined }) {
  const { t } = useTranslation()
  return (
    <Empty icon="pin" title={onAll ? t('map.nothingFound') : t('map.empty')}>
      {onAll ? (
        <UnstyledButton c="clay" onClick={onAll}>
          {t('listing.showAll')}
        </UnstyledButton>
      ) : (
        <HowToBegin table={table} />
      )}
    </Empty>
  )
}

/** How places come onto an empty map, and a background below them. */
function HowToBegin({ table }: { table: Table }) {
  const { t } = useTranslation()
  const { app, mayAct, frozen } = useApplication()
  if (frozen || table.privilege > privileges.self_writer) return null
  return (
    <Stack gap="xs">
      <span>{t('map.emptyText')}</span>
      {table.privilege <= privileges.writer && (
        <Anchor
          size="sm"
          renderRoot={(props: object) => (
            <Link {...props} to="/app/$app/import" params={{ app }} search={{ table: table.name }} />
          )}
        >
          {t('map.importPlaces')}
        </Anchor>
      )}
      {mayAct(privileges.super_admin) && (
        <>
          <Text size="sm">{t('map.backgroundText')}</Text>
          <Anchor
            size="sm"
            renderRoot={(props: object) => (
              <Link {...props} to="/app/$app/configuration" params={{ app }} search={{ part: 'map' }} />
            )}
          >
            {t('map.chooseBackground')}
          </Anchor>
        </>
      )}
    </Stack>
  )
}
