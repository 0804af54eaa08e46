import { Box, SegmentedControl, Select, Stack, useMantineColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLevelName } from '../../components/level-name.js'
import { Page } from '../../components/page.js'
import { Section } from '../../components/section.js'
import { Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { changeLanguage } from '../../core/i18n.js'
import { isLanguage, languages } from '../../core/languages.js'
import { userQueries } from '../../queries/users.js'
import { OwnAccount } from './own-account.js'
import { OwnPassword } from './own-password.js'

/** What concerns only the person who is logged in. */
export function Profile() {
  const { t } = useTranslation()
  const { app, user } = useApplication()
  const levelName = useLevelName()
  const { id } = user
  const form = useQuery({
    ...userQueries.form(app, id ?? 0),
    enabled: id !== null,
  })
  return (
    <Page title={t('person.profile')} note={levelName(user.privilege_value)}>
      <Stack maw={760}>
        {id !== null && (
          <>
            <Section name="profile.account" title={t('profile.who')}>
              {/* As high as the form will be: what follows keeps its place. */}
              <Box mih={{ base: 189, sm: 113 }}>
                <Loaded query={form} lines={3}>
                  {({ name, email }) => <OwnAccount id={id} name={name} email={email} />}
                </Loaded>
              </Box>
            </Section>
            <Section name="profile.password" title={t('profile.password')}>
              <OwnPassword id={id} email={user.email} />
            </Section>
          </>
        )}
        <Section name="profile.appearance" title={t('profile.thisBrowser')}>
          <ThisBrowser />
        </Section>
      </Stack>
    </Page>
  )
}

const schemes = ['light', 'dark', 'auto'] as const

/** Language and appearance, remembered on this machine. */
function ThisBrowser() {
  const { t, i18n } = useTranslation()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <Stack>
      <Select
        label={t('person.language')}
        maw={260}
        allowDeselect={false}
        data={Object.entries(languages).map(([value, { name: label }]) => ({ value, label }))}
        value={i18n.language}
        onChange={(value) => {
          if (value !== null && isLanguage(value)) void changeLanguage(value)
        }}
      />
      <div>
        <SegmentedControl
          aria-label={t('person.appearance')}
          data={schemes.map((value) => ({ value, label: t(`person.${value}`) }))}
          value={colorScheme}
          onChange={(value) => setColorScheme(schemes.find((scheme) => scheme === value) ?? 'auto')}
        />
      </div>
    </Stack>
  )
}
