import { Text, TextInput, UnstyledButton } from '@mantine/core'
import { describeFieldType } from '@trowel/contract/model/field-types.js'
import type { FieldSchema, RecordReply } from '@trowel/contract/record.js'
import { layoutParts } from '@trowel/contract/templates.js'
import { type PointerEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon, type IconName } from '../../components/icon.js'
import type { Layout } from '../../components/layout/layout.js'
import { isOffered, type NewBlock } from './arrange.js'
import classes from './palette.module.css'
import { partIcons } from './part-icons.js'
import type { Carried } from './use-block-drag.js'

interface Offer {
  readonly key: string
  readonly name: string
  readonly icon: IconName
  readonly block: NewBlock
}

/** More fields than these are looked for by a part of their name. */
const manyFields = 12

/** Fields that stand on no layout. */
const isOwn = ({ name }: FieldSchema): boolean => !['id', 'creator', 'id_link'].includes(name)

/** What can be put on the page: it is dragged there, or added behind the block that was chosen last. */
export function Palette({
  layout,
  schema: { fields, plugins },
  onAdd,
  onDrag,
}: {
  layout: Layout
  schema: Pick<RecordReply['schema'], 'fields' | 'plugins'>
  onAdd: (offer: Carried & { readonly block: NewBlock }) => void
  onDrag: (event: PointerEvent<HTMLElement>, carried: Carried) => void
}) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const section = (key: 'core' | 'accordion', label: string, icon: IconName): Offer => ({
    key,
    name: t(`layouts.kinds.${key}`),
    icon,
    block: { kind: 'section', section: { label, kind: key } },
  })
  const parts: readonly Offer[] = [
    section('core', t('record.fields'), 'record'),
    section('accordion', t('layouts.kinds.accordion'), 'down'),
    ...layoutParts.map(
      (part): Offer => ({
        key: part,
        name: t(`layouts.parts.${part}`),
        icon: partIcons[part],
        block: { kind: 'section', section: { label: '', kind: 'part', part } },
      }),
    ),
  ]
  const tables = Object.values(plugins).map(
    ({ tb_id, label }): Offer => ({
      key: tb_id,
      name: label,
      icon: 'table',
      block: { kind: 'section', section: { label, kind: 'plugin', plugin: tb_id } },
    }),
  )
  const isFree = ({ block }: Offer) => isOffered(layout, block)
  const free = fields.filter(isOwn).map(fieldOffer).filter(isFree)
  const wanted = typed.trim().toLowerCase()
  const found = free.filter(({ name }) => name.toLowerCase().includes(wanted))
  const list = (offers: readonly Offer[]) => <Offers offers={offers} onAdd={onAdd} onDrag={onDrag} />
  return (
    <div className={classes['palette']}>
      <Part title={t('layouts.blocks')}>{list(parts.filter(isFree))}</Part>
      {tables.some(isFree) && <Part title={t('layouts.tables')}>{list(tables.filter(isFree))}</Part>}
      <Part title={t('layouts.fields')}>
        {free.length > manyFields && (
          <TextInput
            size="xs"
            mb={6}
            aria-label={t('layouts.findField')}
            placeholder={t('layouts.findField')}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        )}
        {list(found)}
        {found.length === 0 && (
          <Text size="sm" c="dimmed">
            {t(free.length === 0 ? 'layouts.allPlaced' : 'layouts.noField')}
          </Text>
        )}
      </Part>
    </div>
  )
}

const fieldOffer = ({ name, label, type }: FieldSchema): Offer => ({
  key: name,
  name: label,
  icon: 'edit',
  block: {
    kind: 'field',
    field: name,
    width: describeFieldType(type).holds === 'paragraphs' ? '1/1' : '1/3',
  },
})

function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes['title']}>
        {title}
      </h2>
      {children}
    </section>
  )
}

function Offers({
  offers,
  onAdd,
  onDrag,
}: {
  offers: readonly Offer[]
} & Pick<Parameters<typeof Palette>[0], 'onAdd' | 'onDrag'>) {
  const { t } = useTranslation()
  return (
    <ul className={classes['offers']}>
      {offers.map(({ key, name, icon, block }) => (
        <li key={key}>
          <UnstyledButton
            className={classes['offer'] ?? ''}
            aria-label={t('layouts.add', { name })}
            onClick={() => onAdd({ name, block })}
            // Fingers scroll here; a touch adds the block.
            onPointerDown={(event) => event.pointerType !== 'touch' && onDrag(event, { name, block })}
          >
            <Icon name={icon} size={16} />
            <span className={classes['name']}>{name}</span>
            <Icon name="plus" size={14} />
          </UnstyledButton>
        </li>
      ))}
    </ul>
  )
}
