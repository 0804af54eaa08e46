import { Button, Checkbox, Group, Popover, ScrollArea, Stack, Text, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../parts/icon.js'
import classes from './column-chooser.module.css'
import type { Column } from './columns.js'

/** Which fields stand in the grid, and in which order. */
export function ColumnChooser({
  all,
  chosen,
  onChoose,
  isUsual,
}: {
  all: readonly Column[]
  chosen: readonly Column[]
  onChoose: (names: readonly string[] | null) => void
  isUsual: boolean
}) {
  const { t } = useTranslation()
  const names = chosen.map(({ name }) => name)
  const others = all.filter(({ name }) => !names.includes(name))
  const move = (name: string, by: number) => {
    const next = names.filter((one) => one !== name)
    next.splice(names.indexOf(name) + by, 0, name)
    onChoose(next)
  }
  return (
    <Popover position="bottom-end" width={300} trapFocus withinPortal shadow="md">
      <Popover.Target>
        <Button variant="default" leftSection={<Icon name="columns" size={16} />}>
          {t('columns.title')}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('columns.title')}>
        <ScrollArea.Autosize mah="60vh" type="auto">
          <Stack gap={2}>
            {chosen.map((column, place) => (
              <Group key={column.name} wrap="nowrap" justify="space-between" className={classes['line']}>
                <Checkbox
                  size="xs"
                  checked
                  disabled={chosen.length === 1}
                  label={column.label}
                  onChange={() => onChoose(names.filter((name) => name !== column.name))}
                />
                <Group gap={0} wrap="nowrap">
                  <UnstyledButton
                    className={classes['move']}
                    disabled={place === 0}
                    aria-label={t('columns.before', { name: column.label })}
                    onClick={() => move(column.name, -1)}
                  >
                    <Icon name="up" size={14} />
                  </UnstyledButton>
                  <UnstyledButton
                    className={classes['move']}
                    disabled={place === chosen.length - 1}
                    aria-label={t('columns.after', { name: column.label })}
                    onClick={() => move(column.name, 1)}
                  >
                    <Icon name="down" size={14} />
                  </UnstyledButton>
                </Group>
              </Group>
            ))}
            {others.length > 0 && (
              <Text size="xs" c="dimmed" mt="xs" px={6}>
                {t('columns.others')}
              </Text>
            )}
            {others.map((column) => (
              <div key={column.name} className={classes['line']}>
                <Checkbox
                  size="xs"
                  checked={false}
                  label={column.label}
                  onChange={() => onChoose([...names, column.name])}
                />
              </div>
            ))}
          </Stack>
        </ScrollArea.Autosize>
        {!isUsual && (
          <Button variant="subtle" size="compact-xs" mt="xs" onClick={() => onChoose(null)}>
            {t('columns.usual')}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  )
}
