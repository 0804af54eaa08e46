import { Stack, Switch, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { showDone, showProblem } from '../../components/notices.js'
import { Section } from '../../components/section.js'
import { flagIn, listIn } from '../../components/settings.js'
import { client } from '../../core/session.js'
import { type ConfiguredTable, useReconfigured } from './use-configuration.js'

const { fuzzyDateOn, fuzzyDateOff, osteologyOn, osteologyOff, radiocarbonOn, radiocarbonOff } =
  client.configuration

const switches = {
  fuzzy_date: { on: fuzzyDateOn, off: fuzzyDateOff },
  osteology: { on: osteologyOn, off: osteologyOff },
  radiocarbon: { on: radiocarbonOn, off: radiocarbonOff },
} as const
type SwitchName = keyof typeof switches
const names = ['fuzzy_date', 'osteology', 'radiocarbon'] as const

/** What a table can have with fields of its own; switched off, values are kept for the next time. */
export function TableSwitches({ table }: { table: ConfiguredTable }) {
  const { t } = useTranslation()
  const reconfigured = useReconfigured()
  const isOn = (name: SwitchName): boolean =>
    name === 'radiocarbon'
      ? listIn(table, 'plugin').includes(`${table.name}_radiocarbon`)
      : flagIn(table, name)
  const turn = useMutation({
    mutationFn: ({ name, on }: { name: SwitchName; on: boolean }): Promise<unknown> =>
      switches[name][on ? 'on' : 'off'](table.name),
    onSuccess: async (_reply, { name, on }) => {
      await reconfigured()
      showDone(
        t(on ? 'configuration.switchedOn' : 'configuration.switchedOff', {
          name: t(`configuration.switches.${name}`),
        }),
      )
    },
    onError: showProblem,
  })
  if (table.is_plugin === '1') return null
  return (
    <Stack maw={720} mt="xl">
      <Section name="configuration.switches" title={t('configuration.switchesTitle')}>
        <Stack>
          <Text size="sm" c="dimmed">
            {t('configuration.switchesHint')}
          </Text>
          {names.map((name) => (
            <Switch
              key={name}
              label={t(`configuration.switches.${name}`)}
              description={t(`configuration.switchHints.${name}`)}
              checked={isOn(name)}
              disabled={turn.isPending}
              onChange={(event) => turn.mutate({ name, on: event.currentTarget.checked })}
            />
          ))}
        </Stack>
      </Section>
    </Stack>
  )
}
