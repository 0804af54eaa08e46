import { Anchor, Button, Group, MultiSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { capabilitiesAddress, offeredLayers, WmsRefusal } from '../../components/map/wms.js'
import { describeQuery } from '../../core/query.js'

const isWeb = (path: string): boolean =>
  URL.canParse(path) && ['http:', 'https:'].includes(new URL(path).protocol)

const offeredBy = (path: string) =>
  describeQuery({
    key: ['wms-layers', path],
    fetch: (signal) => offeredLayers(path, signal),
    offline: false,
    madeOf: [],
    retry: false,
    staleTime: 5 * 60_000,
  })

/**
 * Which layers of a WMS are drawn: chosen from those that it offers, or named by hand where it lets nobody
 * read them. The browser asks the server itself, and may do so as soon as a saved layer names it.
 *
 * @param asks the server is asked without a word
 */
export function WmsLayers({
  path,
  value,
  asks,
  onChange,
  onSaveAndAsk,
}: {
  path: string
  value: string
  asks: boolean
  onChange: (layers: string) => void
  /** Saves the layer and reloads the page; missing while the layer cannot be saved. */
  onSaveAndAsk: (() => void) | undefined
}) {
  const { t } = useTranslation()
  const query = useQuery({
    ...offeredBy(path),
    enabled: asks && isWeb(path),
  })
  const problem = query.error instanceof WmsRefusal ? query.error.problem : undefined
  const chosen = value.split(',').flatMap((name) => name.trim() || [])
  const offered = query.data
  return (
    <Stack gap="xs">
      {offered ? (
        <MultiSelect
          required
          searchable
          label={t('configuration.wmsLayers')}
          description={t('configuration.wms.choose', { count: offered.length })}
          data={[
            ...offered.map(({ name, title }) => ({
              value: name,
              label: title === name ? name : `${title} (${name})`,
            })),
            ...chosen
              .filter((name) => offered.every((one) => one.name !== name))
              .map((name) => ({ value: name, label: name })),
          ]}
          value={chosen}
          onChange={(names) => onChange(names.join(','))}
        />
      ) : (
        <TextInput
          required
          label={t('configuration.wmsLayers')}
          description={t('configuration.wmsLayersHint')}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      {!offered && isWeb(path) && (
        <Group gap="sm">
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="search" size={14} />}
            loading={query.isFetching}
            onClick={() => void query.refetch()}
          >
            {t('configuration.wms.ask')}
          </Button>
        </Group>
      )}
      {problem && !query.isFetching && (
        <div role="status">
          <Text size="sm">
            {t(`configuration.wms.${problem}`, { server: new URL(path).host, page: window.location.origin })}
          </Text>
          {problem === 'policy' ? (
            <Button mt="xs" size="compact-sm" disabled={!onSaveAndAsk} onClick={onSaveAndAsk}>
              {t('configuration.wms.saveAndAsk')}
            </Button>
          ) : (
            problem !== 'silent' && (
              <Anchor size="sm" href={capabilitiesAddress(path)} target="_blank" rel="noreferrer">
                {t('configuration.wms.read')}
              </Anchor>
            )
          )}
        </div>
      )}
    </Stack>
  )
}
