import { UnstyledButton } from '@mantine/core'
import type { RecordReply } from '@trowel/contract/record.js'
import { type KeyboardEvent, type PointerEvent, type ReactNode, type RefObject, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { FieldText } from '../../components/fields/field-text.js'
import { Icon } from '../../components/icon.js'
import type { Layout, LayoutItem, LayoutSection } from '../../components/layout/layout.js'
import { useApplication } from '../../core/application.js'
import { type Block, isSameBlock, onPaper, type Place } from './arrange.js'
import { PartOnPaper, RowsOnPaper } from './on-paper.js'
import classes from './sheet.module.css'
import { type Carried, isNew } from './use-block-drag.js'

/** What hands do with the blocks of a sheet. */
export interface Hands {
  readonly select: (block: Block) => void
  readonly press: (event: KeyboardEvent, block: Block) => void
  readonly drag: (event: PointerEvent<HTMLElement>, carried: Carried) => void
}

interface Shared {
  readonly record: RecordReply
  readonly selected: Block | undefined
  readonly drag: { readonly carried: Carried; readonly place: Place | undefined } | undefined
  readonly nameOf: (block: Block) => string
  readonly hands: Hands
}

/** A record on a sheet of paper in the size that it has there; its blocks are moved by hand and by keys. */
export function Sheet({
  sheet,
  layout,
  title,
  wanted,
  ...shared
}: Shared & {
  sheet: RefObject<HTMLDivElement | null>
  layout: Layout
  /** What the record is called. */
  title: string
  /** The block that is to get the focus once it is there. */
  wanted: RefObject<Block | undefined>
}) {
  const { t } = useTranslation()
  const { info } = useApplication()
  const { record, drag } = shared
  useEffect(() => {
    const block = wanted.current
    const handle =
      block && sheet.current?.querySelector<HTMLElement>(`[data-handle="${CSS.escape(handleOf(block))}"]`)
    if (!handle) return
    wanted.current = undefined
    handle.focus({ preventScroll: true })
    handle.scrollIntoView({ block: 'nearest' })
  })
  const carried = drag && !isNew(drag.carried.block) ? drag.carried.block : undefined
  const others = layout.sections.filter(({ key }) => carried?.field !== undefined || key !== carried?.section)
  const between = drag?.place && 'between' in drag.place ? drag.place.between : undefined
  const dropAt = (key: string): 'before' | 'after' | undefined => {
    if (between === undefined) return undefined
    if (others[between]?.key === key) return 'before'
    return between === others.length && others.at(-1)?.key === key ? 'after' : undefined
  }
  return (
    <div className={classes['frame']}>
      <div
        ref={sheet}
        className={classes['sheet']}
        data-dragging={drag !== undefined || undefined}
        tabIndex={-1}
      >
        <div className={classes['running']}>
          <span>{info.title ?? info.name}</span>
          <span>{title}</span>
        </div>
        <div className={classes['kicker']}>{record.metadata.tb_label}</div>
        <div className={classes['recordTitle']}>{title}</div>
        {layout.sections.length === 0 && (
          <p className={classes['hint']} data-drop={between === 0 || undefined}>
            {t('layouts.emptySheet')}
          </p>
        )}
        {onPaper(layout).map((row) => (
          <div key={row[0]?.key} className={classes['row']}>
            {row.map((section) => (
              <SheetSection key={section.key} {...shared} section={section} dropAt={dropAt(section.key)} />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** What a block is found by in the document. */
const handleOf = ({ section, field }: Block): string =>
  field === undefined ? section : `${section}/${field}`

function SheetSection({
  section,
  dropAt,
  ...shared
}: Shared & { section: LayoutSection; dropAt: 'before' | 'after' | undefined }) {
  const { t } = useTranslation()
  const { record, selected, nameOf } = shared
  const block = { section: section.key }
  const isMark = section.part === 'logo' || section.part === 'qr'
  return (
    <section
      className={classes['section']}
      aria-label={nameOf(block)}
      data-section={section.key}
      data-whole={isMark ? undefined : ''}
      data-part={section.part}
      data-selected={isSameBlock(selected, block) || undefined}
      data-drop={dropAt}
    >
      <Handle {...shared} block={block} isWhole={section.kind === 'part' || section.kind === 'plugin'} />
      {section.kind === 'part' ? (
        <PartOnPaper section={section} record={record} />
      ) : section.kind === 'plugin' ? (
        <RowsOnPaper section={section} record={record} />
      ) : (
        <>
          {section.label !== '' && <h2 className={classes['heading']}>{section.label}</h2>}
          {section.kind === 'core' && <Line {...shared} section={section.key} items={section.items} />}
          {section.kind === 'accordion' && section.folds.length === 0 && (
            <p className={classes['hint']}>{t('layouts.noFolds')}</p>
          )}
          {section.folds.map((fold) => (
            <div key={fold.key}>
              {fold.label.trim() !== '' && <h3 className={classes['subheading']}>{fold.label}</h3>}
              <Line {...shared} section={section.key} fold={fold.key} items={fold.items} />
            </div>
          ))}
        </>
      )}
    </section>
  )
}

/** Fields that follow each other. */
function Line({
  section,
  fold,
  items,
  ...shared
}: Shared & { section: string; fold?: string; items: readonly LayoutItem[] }) {
  const { t } = useTranslation()
  const { drag, record, selected } = shared
  const place = drag?.place
  const isHere =
    place !== undefined && 'line' in place && place.line.section === section && place.line.fold === fold
  const carried = drag && !isNew(drag.carried.block) ? drag.carried.block.field : undefined
  const others = items.filter(({ field }) => field !== carried)
  const dropAt = (field: string): 'before' | 'after' | undefined => {
    if (!isHere) return undefined
    if (others[place.index]?.field === field) return 'before'
    return place.index === others.length && others.at(-1)?.field === field ? 'after' : undefined
  }
  return (
    <div
      className={classes['line']}
      data-line={section}
      data-fold={fold}
      data-drop={(isHere && others.length === 0) || undefined}
    >
      {items.length === 0 && <p className={classes['hint']}>{t('layouts.emptyLine')}</p>}
      {items.map(({ field: name, width }) => {
        const block = { section, field: name }
        const field = record.schema.fields.find((one) => one.name === name)
        return (
          <div
            key={name}
            className={classes['field']}
            data-field={name}
            data-width={width}
            data-selected={isSameBlock(selected, block) || undefined}
            data-carried={carried === name || undefined}
            data-drop={dropAt(name)}
          >
            <Handle {...shared} block={block} isWhole />
            <Printed label={field?.label ?? name}>
              {field && (
                <FieldText
                  field={field}
                  cell={record.core[name] ?? { name, label: field.label, val: null, val_label: null }}
                />
              )}
            </Printed>
          </div>
        )
      })}
    </div>
  )
}

/** A field as it is printed. What leads elsewhere does not, on paper. */
const Printed = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <div className={classes['label']}>{label}</div>
    <div className={classes['value']} inert>
      {children}
    </div>
  </>
)

/** By which a block is chosen, dragged, and moved by keys: all of it, or its heading. */
function Handle({ block, isWhole, selected, nameOf, hands }: Shared & { block: Block; isWhole: boolean }) {
  const { t } = useTranslation()
  const name = nameOf(block)
  const isSelected = isSameBlock(selected, block)
  return (
    <UnstyledButton
      className={classes['handle'] ?? ''}
      data-handle={handleOf(block)}
      data-whole={isWhole || undefined}
      aria-label={t('order.move', { name })}
      aria-pressed={isSelected}
      onFocus={() => hands.select(block)}
      onClick={() => hands.select(block)}
      onKeyDown={(event) => hands.press(event, block)}
      onPointerDown={(event) => {
        // A finger drags what it has chosen before; elsewhere it scrolls.
        if (event.pointerType !== 'touch' || isSelected) hands.drag(event, { name, block })
      }}
    >
      {block.field === undefined && (
        <span className={classes['grip']}>
          <Icon name="drag" size={16} style={{ strokeWidth: 2.6 }} />
        </span>
      )}
    </UnstyledButton>
  )
}
