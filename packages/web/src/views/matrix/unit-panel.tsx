import { ActionIcon, Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import type { NamedRecord } from '../../components/record-choice.js'
import { RecordGlance } from '../../components/record-glance.js'
import { Loaded } from '../../components/states.js'
import { AddRelation } from '../../components/stratigraphy/add-relation.js'
import { RelationsForm } from '../../components/stratigraphy/relations-form.js'
import { useApplication } from '../../core/application.js'
import { useAsOf } from '../../core/past.js'
import { recordQueries } from '../../queries/records.js'
import classes from './matrix.module.css'
import type { Unit } from './use-layout.js'

/**
 * The chosen unit beside the drawing: what is above, beside and below it, and how relations are added and
 * taken back.
 */
export function UnitPanel({
  table,
  unit,
  facts,
  relating,
  other,
  onRelating,
  onOther,
  onUnit,
  onClose,
}: {
  table: string
  unit: Unit
  facts: readonly string[]
  /** Does a click on a unit choose the other end of a relation? */
  relating: boolean
  other: NamedRecord | null
  onRelating: (relating: boolean) => void
  onOther: (other: NamedRecord | null) => void
  onUnit: (id: number) => void
  onClose: () => void
}) {
  const { t } = useTranslation()
  const { app, frozen } = useApplication()
  const record = useQuery(recordQueries.one(app, table, unit.db_id, undefined, useAsOf()))
  const named = { id: unit.db_id, label: unit.identifier }
  return (
    <aside className={classes['aside']} aria-label={t('matrix.chosen', { name: unit.identifier })}>
      <div className={classes['asideHead']}>
        <h2>{unit.identifier}</h2>
        <ActionIcon variant="subtle" color="gray" aria-label={t('matrix.close')} onClick={onClose}>
          <Icon name="close" size={16} />
        </ActionIcon>
      </div>
      <ul className={classes['facts']}>
        {facts.map((fact) => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
      <Loaded query={record}>
        {(whole) => {
          const { rs, metadata } = whole
          const canEdit = metadata.can_edit && !frozen
          return (
            <>
              <RecordGlance record={whole} />
              <Group gap="xs" mb="md">
                <Anchor
                  component={Link}
                  to={`/app/${app}/record/${table}/${unit.db_id}`}
                  size="sm"
                  className={classes['open'] ?? ''}
                >
                  {t('matrix.open')}
                </Anchor>
                {canEdit && !relating && (
                  <Button
                    ml="auto"
                    size="compact-sm"
                    variant="default"
                    leftSection={<Icon name="edit" size={14} />}
                    onClick={() => onRelating(true)}
                  >
                    {t('matrix.relate')}
                  </Button>
                )}
              </Group>
              {canEdit && relating && (
                <div className={classes['relating']}>
                  <Text size="sm" c="dimmed">
                    {t('matrix.relateHint')}
                  </Text>
                  <AddRelation
                    table={table}
                    unit={named}
                    other={other}
                    onOther={onOther}
                    onEnd={() => onRelating(false)}
                  />
                </div>
              )}
              <RelationsForm
                table={table}
                unit={named}
                entries={Object.values(rs)}
                canEdit={canEdit}
                onUnit={onUnit}
              />
            </>
          )
        }}
      </Loaded>
    </aside>
  )
}
