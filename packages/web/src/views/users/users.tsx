import { Badge, Button, Menu, Table, Text } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import type { ListedUser } from '@trowel/contract/users.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { useLevelName } from '../../components/level-name.js'
import { showDone, showProblem } from '../../components/notices.js'
import { Page } from '../../components/page.js'
import { Loaded } from '../../components/states.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { userQueries } from '../../queries/users.js'

/** Everybody who can enter, those first who wait to be let in. */
export function Users() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const query = useQuery(userQueries.all(app))
  return (
    <Page
      title={t('navigation.users')}
      note={t('users.note')}
      actions={
        query.data?.admin && (
          <Button component={Link} to={`/app/${app}/users/new`} leftSection={<Icon name="plus" size={16} />}>
            {t('users.new')}
          </Button>
        )
      }
    >
      <Loaded query={query}>{({ users }) => <People people={inOrder(users)} />}</Loaded>
    </Page>
  )
}

/** Waiting ones, then by power, then by name. */
const inOrder = (users: readonly ListedUser[]): ListedUser[] => {
  const place = ({ privilege_value: level }: ListedUser) => (level === privileges.waiting ? 0 : level)
  return [...users].sort((a, b) => place(a) - place(b) || a.name.localeCompare(b.name))
}

function People({ people }: { people: readonly ListedUser[] }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const levelName = useLevelName()
  return (
    <Table.ScrollContainer minWidth={640}>
      <Table highlightOnHover verticalSpacing="sm" aria-label={t('navigation.users')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('users.person')}</Table.Th>
            <Table.Th>{t('users.level')}</Table.Th>
            <Table.Th>{t('users.overrides')}</Table.Th>
            <Table.Th>{t('users.lastLogin')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map((person) => (
            <Table.Tr key={person.id}>
              <Table.Td>
                {person.editable ? (
                  <Link
                    to="/app/$app/users/$person"
                    params={{ app, person: String(person.id) }}
                    className="reference"
                  >
                    {person.name}
                  </Link>
                ) : (
                  person.name
                )}
                <Text size="xs" c="dimmed">
                  {person.email}
                </Text>
              </Table.Td>
              <Table.Td>
                {person.privilege_value === privileges.waiting ? (
                  <Waiting person={person} />
                ) : (
                  levelName(person.privilege_value)
                )}
              </Table.Td>
              <Table.Td>
                {person.override_count > 0 ? (
                  <Badge variant="default" tt="none" fw={500}>
                    {t('users.onTables', { count: person.override_count })}
                  </Badge>
                ) : (
                  <Text component="span" c="dimmed" size="sm">
                    {t('users.everywhere')}
                  </Text>
                )}
              </Table.Td>
              <Table.Td className="numbers">
                {person.last_login_at ? (
                  <time dateTime={person.last_login_at}>
                    {new Date(person.last_login_at).toLocaleString(i18n.language, {
                      dateStyle: 'medium',
                      timeStyle: 'short',
                    })}
                  </time>
                ) : (
                  <Text component="span" c="dimmed" size="sm">
                    {t('users.never')}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const welcome = [privileges.reader, privileges.self_writer, privileges.writer] as const

/** Lets in a user who waits, with a level. */
function Waiting({ person }: { person: ListedUser }) {
  const { t } = useTranslation()
  const levelName = useLevelName()
  const changed = useChanged()
  const admit = useMutation({
    mutationFn: (privilege: (typeof welcome)[number]) =>
      client.users.save({ id: person.id, privilege, before: { privilege: person.privilege_value } }),
    onSuccess: () => {
      void changed({ of: 'user' })
      showDone(t('users.admitted', { name: person.name }))
    },
    onError: (error) => {
      showProblem(error)
      // Another administrator may have let them in already.
      return changed({ of: 'user' })
    },
  })
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <Button
          size="compact-sm"
          variant="light"
          loading={admit.isPending}
          rightSection={<Icon name="down" size={12} />}
          aria-label={t('users.admitThis', { name: person.name })}
          disabled={!person.editable}
        >
          {t('users.admit')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {welcome.map((level) => (
          <Menu.Item key={level} onClick={() => admit.mutate(level)}>
            {t('users.admitAs', { level: levelName(level) })}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
