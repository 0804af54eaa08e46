import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { useLevelName } from '../../components/level-name.js'
import { Page } from '../../components/page.js'
import { Section } from '../../components/section.js'
import { Failed, Waiting } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { userQueries } from '../../queries/users.js'
import { AccountForm } from './account-form.js'
import { EffectiveRights } from './effective-rights.js'
import { Overrides } from './overrides.js'
import { PersonActions } from './person-actions.js'

/** One account: who it is, what the person may do, and where. */
export function Person() {
  const { t } = useTranslation()
  const { app, user } = useApplication()
  const levelName = useLevelName()
  const { person } = useParams({ from: '/app/$app/users/$person' })
  const id = Number(person)
  const form = useQuery(userQueries.form(app, id))
  if (form.isError) return <Failed error={form.error} retry={() => void form.refetch()} />
  if (!form.data) return <Waiting />
  const { name, privilege } = form.data
  const level = privilege ?? privileges.waiting
  return (
    <Page
      title={name}
      note={
        <>
          <Link to="/app/$app/users" params={{ app }} className="reference">
            {t('navigation.users')}
          </Link>
          {' · '}
          {levelName(level)}
        </>
      }
      actions={<PersonActions id={id} name={name} isSelf={user.id === id} />}
    >
      <Stack>
        <Section name="users.account" title={t('users.account')}>
          <AccountForm key={id} form={form.data} />
        </Section>
        <Section name="users.overrides" title={t('users.rightsOnTables')}>
          {level <= privileges.admin ? (
            <Text size="sm" c="dimmed">
              {t('users.sameEverywhere')}
            </Text>
          ) : (
            <Overrides key={id} id={id} level={level} />
          )}
        </Section>
        <Section name="users.effective" title={t('users.effective', { name })}>
          <EffectiveRights id={id} />
        </Section>
      </Stack>
    </Page>
  )
}
