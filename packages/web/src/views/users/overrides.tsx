import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { TablePrivilege } from '@trowel/contract/users.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FilterWords } from '../../components/filter/filter-chips.js'
import { Icon } from '../../components/icon.js'
import { showDone, showProblem } from '../../components/notices.js'
import { problemText } from '../../components/refusal.js'
import { Loaded } from '../../components/states.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { userQueries } from '../../queries/users.js'
import { isLevel } from './account-levels.js'
import { OnlyOneTable } from './only-one-table.js'
import { OverrideForm } from './override-form.js'
import classes from './overrides.module.css'
import { useTableLevelName } from './table-level-name.js'

/** Other levels on single tables, or on a part of their records. */
export function Overrides({ id, level }: { id: number; level: number }) {
  const { t } = useTranslation()
  const { app, tables } = useApplication()
  const query = useQuery(userQueries.overrides(app, id))
  const [edited, setEdited] = useState<TablePrivilege | 'new'>()
  const [onlyOne, setOnlyOne] = useState(false)
  return (
    <Loaded query={query} lines={3}>
      {({ data }) => (
        <Stack>
          {data.length === 0 && (
            <Text size="sm" c="dimmed">
              {t('users.noOverrides')}
            </Text>
          )}
          {data.length > 0 && (
            <ul className={classes['list']}>
              {data.map((override) => (
                <Override
                  key={override.id}
                  override={override}
                  level={level}
                  onEdit={() => setEdited(override)}
                />
              ))}
            </ul>
          )}
          {data.length < tables.length && (
            <Group>
              <Button
                variant="default"
                leftSection={<Icon name="plus" size={16} />}
                onClick={() => setEdited('new')}
              >
                {t('users.addOverride')}
              </Button>
              {data.length === 0 && tables.length > 1 && (
                <Button variant="subtle" onClick={() => setOnlyOne(true)}>
                  {t('users.only')}
                </Button>
              )}
            </Group>
          )}
          {onlyOne && <OnlyOneTable id={id} onClose={() => setOnlyOne(false)} />}
          {edited && (
            <OverrideForm
              id={id}
              level={level}
              {...(edited !== 'new' && { override: edited })}
              taken={data.map((one) => one.table_name)}
              onClose={() => setEdited(undefined)}
            />
          )}
        </Stack>
      )}
    </Loaded>
  )
}

function Override({
  override,
  level,
  onEdit,
}: {
  override: TablePrivilege
  level: number
  onEdit: () => void
}) {
  const { t } = useTranslation()
  const { table } = useApplication()
  const levelName = useTableLevelName()
  const changed = useChanged()
  const refresh = () => changed({ of: 'user' })
  const label = table(override.table_name)?.label ?? override.table_name
  const restore = useMutation({
    mutationFn: async () => {
      const { user_id, table_name, privilege, filter, outside } = override
      if (!isLevel(privilege)) return
      await client.privileges.save(user_id, {
        table_name,
        privilege,
        filter: filter && { ...filter },
        outside: outside === 'global' ? 'global' : 'hide',
      })
    },
    onSuccess: refresh,
    onError: showProblem,
  })
  const remove = useMutation({
    mutationFn: () => client.privileges.remove(override.id),
    onSuccess: () => {
      void refresh()
      showDone(t('users.overrideGone', { table: label }), () => restore.mutate())
    },
    onError: showProblem,
  })
  return (
    <li className={classes['override']}>
      <div className={classes['words']}>
        <Text fw={600}>{label}</Text>
        <Text size="sm">
          {override.filter
            ? t('users.onSomeRows', { level: levelName(override.privilege) })
            : t('users.onAllRows', { level: levelName(override.privilege) })}
        </Text>
        {override.filter && (
          <>
            <Text size="sm">
              <FilterWords table={override.table_name} filter={{ ...override.filter }} />
            </Text>
            <Text size="sm" c="dimmed">
              {override.outside === 'global'
                ? t('users.outsideGlobal', { level: levelName(level) })
                : t('users.outsideHide')}
            </Text>
          </>
        )}
        {override.filter_errors && (
          <Alert color="yellow" variant="light" p="xs" icon={<Icon name="warning" />}>
            {t('users.brokenFilter')}{' '}
            {override.filter_errors.map((problem) => problemText(problem)).join(' ')}
          </Alert>
        )}
      </div>
      <Group gap="xs" wrap="nowrap">
        <Button size="compact-sm" variant="default" onClick={onEdit}>
          {t('users.change')}
        </Button>
        <Button size="compact-sm" variant="subtle" color="red" onClick={() => remove.mutate()}>
          {t('users.remove')}
        </Button>
      </Group>
    </li>
  )
}
