import { UnstyledButton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Icon } from '../components/icon.js'
import { useApplication } from '../core/application.js'
import classes from './bottom-bar.module.css'

/** Where the menu does not fit beside a view: the ways that people go most, within reach of a thumb. */
export function BottomBar({
  isMenuOpen,
  onMenu,
  onSearch,
}: {
  isMenuOpen: boolean
  onMenu: () => void
  onSearch: () => void
}) {
  const { t } = useTranslation()
  const { app, tables } = useApplication()
  return (
    <nav className={classes['bar']} aria-label={t('shell.navigation')}>
      <Link
        to="/app/$app"
        params={{ app }}
        className={classes['way']}
        activeProps={{ 'data-active': true }}
        activeOptions={{ exact: true }}
      >
        <Icon name="home" size={22} />
        {t('shell.home')}
      </Link>
      <UnstyledButton className={classes['way'] ?? ''} onClick={onSearch}>
        <Icon name="search" size={22} />
        {t('shell.find')}
      </UnstyledButton>
      {tables.some((table) => table.geodata) && (
        <Link
          to="/app/$app/map"
          params={{ app }}
          className={classes['way']}
          activeProps={{ 'data-active': true }}
          activeOptions={{ includeSearch: false }}
        >
          <Icon name="map" size={22} />
          {t('navigation.map')}
        </Link>
      )}
      <UnstyledButton
        className={classes['way'] ?? ''}
        aria-haspopup="dialog"
        aria-expanded={isMenuOpen}
        onClick={onMenu}
      >
        <Icon name="menu" size={22} />
        {t('shell.menu')}
      </UnstyledButton>
    </nav>
  )
}
