import { Button, Checkbox, Popover, ScrollArea, Stack, Text } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { OpeningButton } from '../../components/opening-button.js'
import { OrderList } from '../../components/order-list.js'
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
  const groups = [
    { title: t('columns.others'), columns: others.filter(({ isOfRecord }) => !isOfRecord) },
    { title: t('columns.ofRecord'), columns: others.filter(({ isOfRecord }) => isOfRecord) },
  ].filter(({ columns }) => columns.length > 0)
  return (
    <OpeningButton icon="columns" label={t('columns.title')} popup="dialog">
      {(button) => (
        <Popover position="bottom-end" width={300} trapFocus withinPortal shadow="md">
          <Popover.Target>{button}</Popover.Target>
          <Popover.Dropdown p="xs" aria-label={t('columns.title')}>
            <ScrollArea.Autosize mah="60vh" type="auto">
              <Stack gap={2}>
                <OrderList
                  label={t('columns.title')}
                  items={chosen.map((column) => ({ ...column, key: column.name, name: column.label }))}
                  onOrder={onChoose}
                >
                  {({ key, label }) => (
                    <div className={classes['chosen']}>
                      <Checkbox
                        size="xs"
                        checked
                        disabled={chosen.length === 1}
                        label={label}
                        onChange={() => onChoose(names.filter((name) => name !== key))}
                      />
                    </div>
                  )}
                </OrderList>
                {groups.map(({ title, columns }) => (
                  <Fragment key={title}>
                    <Text size="xs" c="dimmed" mt="xs" px={6}>
                      {title}
                    </Text>
                    {columns.map((column) => (
                      <div key={column.name} className={classes['line']}>
                        <Checkbox
                          size="xs"
                          checked={false}
                          label={column.label}
                          onChange={() => onChoose([...names, column.name])}
                        />
                      </div>
                    ))}
                  </Fragment>
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
      )}
    </OpeningButton>
  )
}
