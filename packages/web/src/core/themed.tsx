import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { theme } from './theme.js'

/** The theme, with words in the person's language for buttons that are drawings only. */
export function Themed({ nonce, children }: { nonce: string; children: ReactNode }) {
  const { t } = useTranslation()
  const named = useMemo(() => {
    const closing = { defaultProps: { closeButtonProps: { 'aria-label': t('states.close') } } }
    const showing = {
      defaultProps: { visibilityToggleButtonProps: { 'aria-label': t('states.showPassword') } },
    }
    return mergeThemeOverrides(theme, {
      components: { Modal: closing, Drawer: closing, PasswordInput: showing },
    })
  }, [t])
  return (
    <MantineProvider theme={named} defaultColorScheme="auto" getStyleNonce={() => nonce}>
      {children}
    </MantineProvider>
  )
}
