import { Button, Group, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../../components/dialog.js'
import { Icon } from '../../../components/icon.js'
import { Loaded } from '../../../components/states.js'
import { useApplication } from '../../../core/application.js'
import { useAsOf } from '../../../core/past.js'
import { recordQueries } from '../../../queries/records.js'
import { Drawing } from './drawing.js'

interface Station {
  readonly table: string
  readonly id: number
  readonly label: string
}

/** A record amid those that it is linked with; each of them can be put into the middle in its turn. */
export function LinksGraph({ from, onClose }: { from: Station; onClose: () => void }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  /** The way that was gone so far; its end stands in the middle. */
  const [way, setWay] = useState<readonly Station[]>([from])
  const { table, id, label } = way.at(-1) ?? from
  const query = useQuery({
    ...recordQueries.one(app, table, id, undefined, useAsOf()),
    placeholderData: keepPreviousData,
  })
  return (
    <Dialog
      centered={false}
      onClose={onClose}
      size="min(1100px, 96vw)"
      title={t('links.graphTitle', { name: label })}
    >
      <Group justify="space-between" mb="xs">
        <Text size="sm" c="dimmed">
          {t('links.graphHow')}
        </Text>
        <Group gap="xs">
          {way.length > 1 && (
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<Icon name="left" size={14} />}
              onClick={() => setWay(way.slice(0, -1))}
            >
              {t('links.graphBack', { name: way.at(-2)?.label ?? '' })}
            </Button>
          )}
          {way.length > 1 && (
            <Button
              size="compact-sm"
              component={Link}
              to={`/app/${app}/record/${table}/${id}`}
              onClick={onClose}
            >
              {t('links.graphOpen')}
            </Button>
          )}
        </Group>
      </Group>
      <Loaded query={query}>
        {(record) => (
          <Drawing
            record={record}
            label={label}
            onChoose={(next) => setWay([...way, { table: next.table, id: next.id, label: next.label }])}
          />
        )}
      </Loaded>
    </Dialog>
  )
}
