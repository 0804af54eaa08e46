import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Page } from '../../components/page.js'
import { Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { userQueries } from '../../queries/users.js'
import { AccountForm } from './account-form.js'

/** The form of a new account. */
export function NewPerson() {
  const { t } = useTranslation()
  const { app } = useApplication()
  const form = useQuery(userQueries.form(app))
  return (
    <Page
      title={t('users.new')}
      note={
        <Link to="/app/$app/users" params={{ app }} className="reference">
          {t('navigation.users')}
        </Link>
      }
    >
      <Loaded query={form}>{(empty) => <AccountForm form={empty} />}</Loaded>
    </Page>
  )
}
