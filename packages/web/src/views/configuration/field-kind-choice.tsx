import { Radio, Select, SimpleGrid, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import classes from './configuration.module.css'
import { type FieldKind, fieldKinds } from './field-kinds.js'

/**
 * What a field takes, each kind with an example of the field; of one that holds values already, a shorter
 * question.
 */
export function FieldKindChoice({
  value,
  isStored,
  onChange,
}: {
  value: FieldKind
  isStored: boolean
  onChange: (key: string) => void
}) {
  const { t } = useTranslation()
  if (isStored)
    return (
      <Select
        label={t('configuration.fieldKind')}
        description={t('configuration.kindChanges')}
        allowDeselect={false}
        data={fieldKinds.map(({ key }) => ({ value: key, label: t(`configuration.kinds.${key}.name`) }))}
        value={value.key}
        onChange={(key) => key !== null && onChange(key)}
      />
    )
  return (
    <Radio.Group label={t('configuration.fieldKind')} value={value.key} onChange={onChange}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={6} mt={4}>
        {fieldKinds.map(({ key, icon }) => (
          <Radio.Card key={key} value={key} className={classes['kind'] ?? ''} radius="sm">
            <Icon name={icon} size={18} />
            <span>
              <Text size="sm" fw={600} component="span" display="block">
                {t(`configuration.kinds.${key}.name`)}
              </Text>
              <Text size="xs" c="dimmed" component="span" display="block">
                {t(`configuration.kinds.${key}.example`)}
              </Text>
            </span>
          </Radio.Card>
        ))}
      </SimpleGrid>
    </Radio.Group>
  )
}
