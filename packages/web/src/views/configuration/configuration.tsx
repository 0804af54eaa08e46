import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { Empty } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { ApplicationForm } from './application-form.js'
import classes from './configuration.module.css'
import { configurationParts, isConfigurationPart } from './configuration-address.js'
import { MapLayers } from './map-layers.js'
import { Relations } from './relations.js'
import { SchemaText } from './schema-text.js'
import { TablesOverview } from './tables-overview.js'
import { Validation } from './validation.js'

const views = {
  tables: { icon: 'table', View: TablesOverview },
  relations: { icon: 'share', View: Relations },
  map: { icon: 'map', View: MapLayers },
  check: { icon: 'check', View: Validation },
  schema: { icon: 'copy', View: SchemaText },
  application: { icon: 'settings', View: ApplicationForm },
} as const

/** What the application records, and how it behaves. */
export function Configuration() {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const { part = 'tables' } = useSearch({ from: '/app/$app/configuration' })
  const navigate = useNavigate()
  if (!mayAct(privileges.super_admin)) return <Empty icon="lock" isPage title={t('states.refused')} />
  const { View } = views[part]
  return (
    <Page title={t('navigation.configuration')} note={t('configuration.note')}>
      <Tabs
        value={part}
        keepMounted={false}
        onChange={(chosen) => {
          if (chosen !== null && isConfigurationPart(chosen))
            void navigate({
              to: '/app/$app/configuration',
              params: { app },
              search: chosen === 'tables' ? {} : { part: chosen },
            })
        }}
      >
        <Tabs.List mb="md" className={classes['parts'] ?? ''}>
          {configurationParts.map((name) => (
            <Tabs.Tab key={name} value={name} leftSection={<Icon name={views[name].icon} size={15} />}>
              {t(`configuration.parts.${name}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={part}>
          <View />
        </Tabs.Panel>
      </Tabs>
    </Page>
  )
}
