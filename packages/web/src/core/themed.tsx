import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { type ReactNode, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { usePrinting } from './printing.js'
import { cssVariables, theme } from './theme.js'

/** The theme, with words in the person's language for buttons that are drawings only. */
export function Themed({ nonce, children }: { nonce: string; children: ReactNode }) {
  const { t } = useTranslation()
  const isPrinting = usePrinting()
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
    // All variables are written into the page, so that no file has to bring the usual ones.
    <MantineProvider
      theme={named}
      defaultColorScheme="auto"
      {...(isPrinting && { forceColorScheme: 'light' })}
      deduplicateCssVariables={false}
      cssVariablesResolver={cssVariables}
      getStyleNonce={() => nonce}
    >
      {children}
    </MantineProvider>
  )
}
