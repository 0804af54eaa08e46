import { Button, Checkbox, Popover, Radio, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import type { BackgroundLayer } from './background-layers.js'
import { type Background, nameOf } from './use-background.js'

/** Which of the configured layers lie below and above. */
export function LayerSwitch({ background, failed }: { background: Background; failed: ReadonlySet<string> }) {
  const { t } = useTranslation()
  const { bases, overlays, base, isShown, chooseBase, toggle } = background
  if (bases.length + overlays.length === 0) return null
  const problem = (layer: BackgroundLayer) =>
    isShown(layer) && failed.has(nameOf(layer)) ? t('map.layerFailed') : undefined
  return (
    <Popover position="bottom-end" withinPortal={false} trapFocus>
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="layers" size={16} />}>
          {t('map.layers')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown miw={240} maw={340}>
        <Stack gap="md">
          {bases.length > 0 && (
            <Radio.Group
              label={t('map.base')}
              value={base ? String(bases.indexOf(base)) : ''}
              onChange={(place) => chooseBase(place === '' ? undefined : bases[Number(place)])}
            >
              <Stack gap="xs" mt="xs">
                <Radio value="" label={t('map.plain')} />
                {bases.map((layer, place) => (
                  <Radio key={place} value={String(place)} label={nameOf(layer)} error={problem(layer)} />
                ))}
              </Stack>
            </Radio.Group>
          )}
          {overlays.length > 0 && (
            <Stack gap="xs" role="group" aria-label={t('map.overlays')}>
              <Text size="sm" fw={600}>
                {t('map.overlays')}
              </Text>
              {overlays.map((layer, place) => (
                <Checkbox
                  key={place}
                  label={nameOf(layer)}
                  checked={isShown(layer)}
                  error={problem(layer)}
                  onChange={() => toggle(layer)}
                />
              ))}
            </Stack>
          )}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
