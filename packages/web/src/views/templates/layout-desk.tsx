import { Button, Drawer, Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import type { RecordReply } from '@trowel/contract/record.js'
import { dependentParts } from '@trowel/contract/templates.js'
import { type KeyboardEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import type { Layout } from '../../components/layout/layout.js'
import {
  addBlock,
  type Block,
  blockBeside,
  type Direction,
  moveBlock,
  type NewBlock,
  type Place,
  placeBehind,
  placeTowards,
  removeBlock,
  whereIs,
} from './arrange.js'
import { BlockSettings } from './block-settings.js'
import classes from './layout-desk.module.css'
import { Palette } from './palette.js'
import { type Hands, Sheet } from './sheet.js'
import { type Carried, isNew, useBlockDrag } from './use-block-drag.js'

const arrows: Readonly<Record<string, Direction>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
}

/** The palette, the sheet that blocks are put on, and what can be said of the block that is chosen. */
export function LayoutDesk({
  layout,
  record,
  title,
  onChange,
}: {
  layout: Layout
  /** Shown on the sheet. */
  record: RecordReply
  title: string
  /** @param about changes of the same thing that follow each other are one step back */
  onChange: (layout: Layout, about?: string) => void
}) {
  const { t } = useTranslation()
  const sheet = useRef<HTMLDivElement>(null)
  const wanted = useRef<Block>(undefined)
  const [chosen, setChosen] = useState<Block>()
  const [announcement, setAnnouncement] = useState('')
  const [isPaletteOpen, setPaletteOpen] = useState(false)
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false })
  const isCoarse = useMediaQuery('(pointer: coarse)', false, { getInitialValueInEffect: false })
  const { schema } = record
  const nameOf = (block: Block, within = layout): string => {
    const { field } = block
    if (field !== undefined) return schema.fields.find(({ name }) => name === field)?.label ?? field
    const section = within.sections.find(({ key }) => key === block.section)
    const plugin = schema.plugins[section?.plugin ?? '']?.label
    return (
      section?.label ||
      (section?.part && t(`layouts.parts.${section.part}`)) ||
      plugin ||
      t('layouts.unnamed')
    )
  }
  // What was undone, or taken away, is chosen no more.
  const selected = chosen && whereIs(layout, chosen).place > 0 ? chosen : undefined

  const settle = (next: { readonly layout: Layout; readonly block: Block }) => {
    const { place, total, section } = whereIs(next.layout, next.block)
    const name = nameOf(next.block, next.layout)
    setChosen(next.block)
    wanted.current = next.block
    onChange(next.layout)
    setAnnouncement(
      section
        ? t('layouts.movedIn', { name, place, total, section: nameOf({ section: section.key }, next.layout) })
        : t('order.moved', { name, place, total }),
    )
  }
  const add = (block: NewBlock, place: Place) => settle(addBlock(layout, block, place))
  const step = (block: Block, direction: Direction) => {
    const place = placeTowards(layout, block, direction)
    if (place) settle(moveBlock(layout, block, place))
    else setAnnouncement(t('layouts.noFurther', { name: nameOf(block) }))
  }
  const remove = (block: Block) => {
    const beside = blockBeside(layout, block)
    setChosen(beside)
    wanted.current = beside
    onChange(removeBlock(layout, block))
    setAnnouncement(t('layouts.removed', { name: nameOf(block) }))
    if (!beside) sheet.current?.focus()
  }
  const { begin, drag } = useBlockDrag(sheet, ({ block }: Carried, place) => {
    if (isNew(block)) add(block, place)
    else {
      const moved = moveBlock(layout, block, place)
      // Let go where it was taken up, it has not changed.
      if (JSON.stringify(moved.layout) !== JSON.stringify(layout)) settle(moved)
    }
  })
  const hands: Hands = {
    select: setChosen,
    drag: begin,
    press: (event: KeyboardEvent, block) => {
      const direction = arrows[event.key]
      if (event.ctrlKey || event.metaKey || event.altKey) return
      if (direction) step(block, direction)
      else if (event.key === 'Delete' || event.key === 'Backspace') remove(block)
      else return
      event.preventDefault()
    },
  }
  const palette = (
    <Palette
      layout={layout}
      schema={schema}
      onDrag={begin}
      onAdd={({ block }) => {
        setPaletteOpen(false)
        add(block, placeBehind(layout, block, selected))
      }}
    />
  )
  const placed = dependentParts.filter((part) => layout.sections.some((section) => section.part === part))
  const unplaced = placed.length > 0 ? dependentParts.filter((part) => !placed.includes(part)) : []
  return (
    <>
      <div className={classes['desk']}>
        {isPhone ? (
          <Button
            variant="default"
            leftSection={<Icon name="plus" size={16} />}
            onClick={() => setPaletteOpen(true)}
          >
            {t('layouts.addBlock')}
          </Button>
        ) : (
          <div className={classes['palette']}>{palette}</div>
        )}
        <div className={classes['middle']}>
          <Text size="sm" c="dimmed" mb="xs">
            {t(isCoarse ? 'layouts.touchHint' : 'layouts.sheetHint')}
          </Text>
          <Sheet
            sheet={sheet}
            layout={layout}
            record={record}
            title={title}
            selected={selected}
            wanted={wanted}
            drag={drag}
            nameOf={nameOf}
            hands={hands}
          />
          {unplaced.length > 0 && (
            <Text size="sm" c="dimmed" mt="sm">
              {t('layouts.notPrinted', {
                parts: unplaced.map((part) => t(`layouts.parts.${part}`)).join(', '),
              })}
            </Text>
          )}
        </div>
        <div className={classes['settings']} data-shown={selected !== undefined || undefined}>
          {selected ? (
            <BlockSettings
              block={selected}
              name={nameOf(selected)}
              layout={layout}
              schema={schema}
              onChange={onChange}
              onStep={(direction) => step(selected, direction)}
              onRemove={() => remove(selected)}
            />
          ) : (
            <Text size="sm" c="dimmed">
              {t('layouts.noneChosen')}
            </Text>
          )}
        </div>
      </div>
      {drag && (
        <div className={classes['carried']} aria-hidden="true">
          {drag.carried.name}
        </div>
      )}
      <span className="visually-hidden" role="status">
        {announcement}
      </span>
      {isPhone && (
        <Drawer
          opened={isPaletteOpen}
          onClose={() => setPaletteOpen(false)}
          position="bottom"
          size="75%"
          title={t('layouts.addBlock')}
          closeButtonProps={{ 'aria-label': t('states.close') }}
        >
          {palette}
        </Drawer>
      )}
    </>
  )
}
