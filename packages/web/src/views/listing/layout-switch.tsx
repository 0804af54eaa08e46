import { Group, SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import type { ListingSearch } from '../../core/listing-address.js'

/** Shows the records of a list one below the other, or as pictures. */
export function LayoutSwitch({
  address,
  onChange,
}: {
  address: ListingSearch
  onChange: (address: ListingSearch) => void
}) {
  const { t } = useTranslation()
  const layouts = [
    ['list', 'table'],
    ['gallery', 'picture'],
  ] as const
  return (
    <SegmentedControl
      size="xs"
      style={{ flex: 'none' }}
      aria-label={t('gallery.layout')}
      value={address.show ?? 'list'}
      onChange={(show) => onChange({ ...address, show: show === 'gallery' ? show : undefined })}
      data={layouts.map(([value, icon]) => ({
        value,
        label: (
          <Group gap={6} wrap="nowrap" justify="center">
            <Icon name={icon} size={14} />
            {t(`gallery.${value}`)}
          </Group>
        ),
      }))}
    />
  )
}
