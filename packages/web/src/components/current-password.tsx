import { PasswordInput } from '@mantine/core'
import { ApiError } from '@trowel/client'
import { useTranslation } from 'react-i18next'
import { sentenceOf } from './refusal.js'

/**
 * The password that one has, for changes with which another person at this session could take the account
 * over.
 */
export function CurrentPassword({
  value,
  error,
  onChange,
}: {
  value: string
  /** Why saving failed, if it did. */
  error: unknown
  onChange: (value: string) => void
}) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      label={t('profile.current')}
      description={t('profile.currentHint')}
      autoComplete="current-password"
      maw={372}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={isAboutPresence(error) && sentenceOf(error)}
    />
  )
}

/** Is it the current password that the service did not get, or did not accept? */
export const isAboutPresence = (error: unknown): boolean =>
  error instanceof ApiError &&
  (error.code === 'wrong_password' || error.code === 'password_confirmation_required')
