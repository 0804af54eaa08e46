import { Button, NumberInput, Popover, SegmentedControl, Select, Stack, Text } from '@mantine/core'
import { type SeriationData, type SeriationOptions, seriationBases } from '@trowel/contract/assemblages.js'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../../components/icon.js'

/** How a seriation is drawn. */
export const drawings = ['order', 'axes', 'numbers'] as const
export type DrawingKind = (typeof drawings)[number]

/** What is put in order, how it is drawn, and what gives it a direction. */
export function OptionsBar({
  options,
  drawing,
  anchor,
  anchors,
  onChange,
  onDrawing,
}: {
  options: SeriationOptions
  drawing: DrawingKind
  /** What was used, of what there is. */
  anchor: SeriationData['anchor']
  anchors: SeriationData['anchors']
  onChange: (change: SeriationOptions) => void
  onDrawing: (drawing: DrawingKind) => void
}) {
  const { t } = useTranslation()
  const basis = options.basis || 'counts'
  return (
    <>
      <SegmentedControl
        size="xs"
        aria-label={t('seriation.drawing')}
        data={drawings.map((value) => ({
          value,
          label: t(value === 'order' ? `seriation.orders.${basis}` : `seriation.drawings.${value}`),
        }))}
        value={drawing}
        onChange={onDrawing}
      />
      <SegmentedControl
        size="xs"
        aria-label={t('seriation.basis')}
        data={seriationBases.map((value) => ({ value, label: t(`seriation.bases.${value}`) }))}
        value={basis}
        onChange={(next) => onChange({ basis: next })}
      />
      {anchors.length > 0 && (
        <Select
          size="xs"
          w={215}
          aria-label={t('seriation.anchor')}
          allowDeselect={false}
          data={[...anchors, 'none' as const].map((value) => ({
            value,
            label: t(`seriation.anchors.${value}`),
          }))}
          value={anchor ?? 'none'}
          onChange={(next) => onChange({ anchor: [...anchors, 'none' as const].find((one) => one === next) })}
        />
      )}
      <Thresholds options={options} onChange={onChange} />
      <Button
        size="xs"
        variant="default"
        leftSection={<Icon name="replace" size={14} />}
        aria-pressed={options.reversed === true}
        onClick={() => onChange({ reversed: options.reversed !== true })}
      >
        {t('seriation.reverse')}
      </Button>
    </>
  )
}

const thresholds = [
  { name: 'min_group', usual: 0 },
  { name: 'min_char', usual: 0 },
  { name: 'min_meetings', usual: 2 },
] as const

function Thresholds({
  options,
  onChange,
}: {
  options: SeriationOptions
  onChange: (change: SeriationOptions) => void
}) {
  const { t } = useTranslation()
  return (
    <Popover position="bottom-start" width={280} trapFocus withinPortal shadow="md">
      <Popover.Target>
        <Button size="xs" variant="default" leftSection={<Icon name="filter" size={14} />}>
          {t('seriation.thresholds')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('seriation.thresholds')}>
        <Stack gap="xs">
          {thresholds.map(({ name, usual }) => (
            <NumberInput
              key={name}
              size="xs"
              label={t(`seriation.${name}`)}
              min={name === 'min_meetings' ? 1 : 0}
              allowDecimal={name !== 'min_meetings'}
              allowNegative={false}
              value={Number(options[name] ?? usual)}
              onChange={(typed) => typeof typed === 'number' && onChange({ [name]: typed })}
            />
          ))}
          <Text size="xs" c="dimmed">
            {t('seriation.thresholdsText')}
          </Text>
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
