import { Button, Divider, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from '../../components/refusal.js'

interface Provider {
  readonly name: string
  readonly label: string
}

/** A button for every identity provider of an application, beneath the form for the password. */
export function Providers({
  providers,
  onChoose,
}: {
  providers: readonly Provider[]
  onChoose: (provider: string) => Promise<void>
}) {
  const { t } = useTranslation()
  if (providers.length === 0) return null
  return (
    <>
      <Divider label={t('login.or')} />
      {providers.map((provider) => (
        <ProviderButton key={provider.name} provider={provider} onChoose={onChoose} />
      ))}
    </>
  )
}

function ProviderButton({
  provider,
  onChoose,
}: {
  provider: Provider
  onChoose: (provider: string) => Promise<void>
}) {
  const { t } = useTranslation()
  const go = useMutation({ mutationFn: () => onChoose(provider.name) })
  return (
    <Stack gap={4}>
      <Button
        variant="default"
        loading={go.isPending}
        onClick={() => go.mutate()}
        styles={{ root: { height: 'auto', minHeight: 36 }, label: { whiteSpace: 'normal' } }}
      >
        {t('login.with', { provider: provider.label })}
      </Button>
      {go.isError && (
        <Text size="sm" c="var(--danger)" role="alert">
          {sentenceOf(go.error)}
        </Text>
      )}
    </Stack>
  )
}
