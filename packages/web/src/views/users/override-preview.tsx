import { Badge, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import type { client } from '../../core/session.js'
import { userQueries } from '../../queries/users.js'

type Wanted = Parameters<typeof client.privileges.preview>[1]

/** What the person would see with it, asked for by a button as it reads the whole table. */
export function OverridePreview({ id, wanted }: { id: number; wanted: Wanted }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const [asked, setAsked] = useState<string>()
  const key = JSON.stringify(wanted)
  const query = useQuery({
    ...userQueries.preview(app, id, wanted),
    enabled: asked === key,
  })
  if (asked !== key)
    return (
      <Group>
        <Button variant="light" leftSection={<Icon name="eye" size={16} />} onClick={() => setAsked(key)}>
          {t('users.preview')}
        </Button>
      </Group>
    )
  const number = (value: number) => value.toLocaleString(i18n.language)
  return (
    <Loaded query={query} lines={3}>
      {({ total, visible, editable, can_add, rows }) => (
        <Stack gap={6} role="status">
          <Text size="sm" fw={500}>
            {t('users.wouldSee', {
              visible: number(visible),
              total: number(total),
              editable: number(editable),
            })}{' '}
            {can_add ? t('users.couldAdd') : t('users.couldNotAdd')}{' '}
            {rows.some((row) => row.editable) && rows.some((row) => !row.editable) && t('users.withPen')}
          </Text>
          {rows.length > 0 && (
            <Group gap={6} role="group" aria-label={t('users.firstRows')}>
              {rows.map((row) => (
                <Badge
                  key={row.id}
                  variant={row.editable ? 'light' : 'default'}
                  tt="none"
                  fw={500}
                  {...(row.editable && { leftSection: <Icon name="edit" size={11} /> })}
                >
                  {row.label}
                </Badge>
              ))}
              {visible > rows.length && (
                <Text size="sm" c="dimmed">
                  {t('users.andMore', { count: visible - rows.length })}
                </Text>
              )}
            </Group>
          )}
        </Stack>
      )}
    </Loaded>
  )
}
