import { Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../app/application.js'
import { changeLanguage, type Language, languages } from '../app/i18n.js'
import { leave } from '../app/session.js'
import { Icon } from '../parts/icon.js'
import { useLevelName } from '../parts/level-name.js'
import classes from './person-menu.module.css'

const schemes = ['light', 'dark', 'auto'] as const

/** Who is logged in, and what concerns only him: language, appearance, leaving. */
export function PersonMenu() {
  const { t, i18n } = useTranslation()
  const { user, app } = useApplication()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const levelName = useLevelName()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const logOut = () => {
    leave()
    queries.clear()
    void navigate({ to: '/login', search: { app } })
  }
  return (
    <Menu position="top-start" width={240} withinPortal>
      <Menu.Target>
        <UnstyledButton className={classes['person']}>
          <span className={classes['initials']} aria-hidden="true">
            {initialsOf(user.name)}
          </span>
          <span className={classes['names']}>
            <Text component="span" size="sm" fw={550} truncate display="block">
              {user.name}
            </Text>
            <Text component="span" size="xs" c="dimmed" truncate display="block">
              {levelName(user.privilege_value)}
            </Text>
          </span>
          <Icon name="up" size={14} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component={Link} to={`/app/${app}/profile`} leftSection={<Icon name="person" size={16} />}>
          {t('shell.profile')}
        </Menu.Item>
        <Menu.Label>{t('shell.language')}</Menu.Label>
        {Object.entries(languages).map(([code, name]) => (
          <Menu.Item
            key={code}
            lang={code}
            leftSection={<Chosen when={i18n.language === code} />}
            onClick={() => void changeLanguage(code as Language)}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Label>{t('shell.appearance')}</Menu.Label>
        {schemes.map((scheme) => (
          <Menu.Item
            key={scheme}
            leftSection={<Chosen when={colorScheme === scheme} />}
            onClick={() => setColorScheme(scheme)}
          >
            {t(`shell.${scheme}`)}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item leftSection={<Icon name="leave" size={16} />} onClick={logOut}>
          {t('shell.logout')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const Chosen = ({ when }: { when: boolean }) => (
  <Icon name="check" size={16} style={{ visibility: when ? 'visible' : 'hidden' }} />
)

export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase()
}
