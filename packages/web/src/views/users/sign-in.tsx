import { Select, SimpleGrid, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { entranceQueries } from '../../queries/service.js'

/**
 * Logging in elsewhere: at which provider, and who the person is there. Shown where the service has
 * providers.
 */
export function SignIn({
  provider,
  identity,
  problem,
  onChange,
}: {
  /** Empty: none. */
  provider: string
  identity: string
  problem: string | undefined
  onChange: (provider: string, identity: string) => void
}) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { data } = useQuery(entranceQueries.applications())
  const known = data?.apps.find(({ db }) => db === app)?.providers ?? []
  if (known.length === 0 && provider === '') return null
  const providers = known.map(({ name, label }) => ({ value: name, label }))
  // One that is set up no longer can still be taken away.
  if (provider !== '' && !known.some(({ name }) => name === provider))
    providers.push({ value: provider, label: provider })
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <Select
        label={t('users.provider')}
        placeholder={t('users.noProvider')}
        clearable
        data={providers}
        value={provider === '' ? null : provider}
        onChange={(value) => onChange(value ?? '', '')}
        error={provider === '' && problem}
      />
      {provider !== '' && (
        <TextInput
          label={t('users.identity')}
          description={provider === 'orcid' ? t('users.orcidHint') : t('users.identityHint')}
          value={identity}
          onChange={(event) => onChange(provider, event.currentTarget.value)}
          error={problem}
        />
      )}
    </SimpleGrid>
  )
}
