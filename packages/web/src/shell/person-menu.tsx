import { Kbd, Menu, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useRouter } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { documentation } from '../components/documentation.js'
import { Icon } from '../components/icon.js'
import { useApplication } from '../core/application.js'
import { changeLanguage } from '../core/i18n.js'
import { type Language, languages } from '../core/languages.js'
import { forgetPerson } from '../core/offline-store.js'
import { client, leave } from '../core/session.js'
import { PersonButton } from './person-button.js'

const schemes = ['light', 'dark', 'auto'] as const

/**
 * What concerns only the person: language, appearance, help, leaving. It comes, open, when it is first asked
 * for.
 */
export default function PersonMenu({ onHelp }: { onHelp: () => void }) {
  const { t, i18n } = useTranslation()
  const { user, app } = useApplication()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const router = useRouter()
  const queries = useQueryClient()
  const logOut = async () => {
    await router.navigate({ to: '/login', search: { app } })
    // Who was asked about something typed, and stayed with it, stays logged in.
    if (router.state.location.pathname !== '/login' || !client.session.user) return
    leave()
    queries.removeQueries({ type: 'inactive' })
    void forgetPerson(user)
  }
  return (
    <Menu defaultOpened position="top-start" width={240} withinPortal>
      <Menu.Target>
        <PersonButton />
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={`/app/${app}/profile`} leftSection={<Icon name="person" size={16} />}>
          {t('person.profile')}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="help" size={16} />}
          rightSection={<Kbd size="xs">?</Kbd>}
          onClick={onHelp}
        >
          {t('person.help')}
        </Menu.Item>
        <Menu.Item
          component="a"
          href={documentation()}
          target="_blank"
          leftSection={<Icon name="book" size={16} />}
          rightSection={<Icon name="outside" size={14} />}
        >
          {t('person.documentation')}
        </Menu.Item>
        <Menu.Label>{t('person.language')}</Menu.Label>
        {Object.entries(languages).map(([code, { name }]) => (
          <Menu.Item
            key={code}
            lang={code}
            leftSection={<Chosen when={i18n.language === code} />}
            onClick={() => void changeLanguage(code as Language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Label>{t('person.appearance')}</Menu.Label>
        {schemes.map((scheme) => (
          <Menu.Item
            key={scheme}
            leftSection={<Chosen when={colorScheme === scheme} />}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`person.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="leave" size={16} />} onClick={() => void logOut()}>
          {t('person.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const Chosen = ({ when }: { when: boolean }) => (
  <Icon name="check" size={16} style={{ visibility: when ? 'visible' : 'hidden' }} />
)
