import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { LeftOut, SeriationData } from '@trowel/contract/assemblages.js'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../../core/application.js'
import { nameOfGroup } from './ordered.js'
import classes from './seriation.module.css'

/** What was put in order, what was left out, what tells the direction, and what speaks against it. */
export function Told({ data }: { data: SeriationData }) {
  const { t, i18n } = useTranslation()
  const { blocks, left_out: leftOut, contradictions, contradictions_total: total } = data
  const count = (side: 'groups' | 'chars') => blocks.reduce((sum, block) => sum + block[side].length, 0)
  const nameOf = (group: string) => nameOfGroup(data, group) || t('charts.noValue')
  const both = (units: number, types: number) =>
    new Intl.ListFormat(i18n.language).format([
      ...(units > 0 ? [t('seriation.units', { count: units })] : []),
      ...(types > 0 ? [t('seriation.types', { count: types })] : []),
    ])
  const ties = blocks.flatMap((block) => block.ties.map((tied) => tied.map(nameOf).join(', ')))
  return (
    <div className={classes['told']}>
      <div>
        {blocks.length > 0 && t('seriation.shown', { what: both(count('groups'), count('chars')) })}{' '}
        {leftOut.groups.length + leftOut.chars.length > 0 && (
          <Opened label={t('seriation.leftOut', { what: both(leftOut.groups.length, leftOut.chars.length) })}>
            {leftOut.groups.map((one) => (
              <li key={`unit ${one.key}`}>
                {nameOf(one.key)}: <Reason of={one} side="unit" />
              </li>
            ))}
            {leftOut.chars.map((one) => (
              <li key={`type ${one.key}`}>
                {one.key || t('charts.noValue')}: <Reason of={one} side="type" />
              </li>
            ))}
          </Opened>
        )}
      </div>
      {leftOut.below_zero > 0 && <div>{t('seriation.belowZero', { count: leftOut.below_zero })}</div>}
      {blocks.length > 1 && <div>{t('seriation.parts', { count: blocks.length })}</div>}
      <div>
        {blocks.length > 0 && <Direction data={data} />}{' '}
        {total > 0 && (
          <Opened
            label={t('seriation.contradict', { count: total, number: total.toLocaleString(i18n.language) })}
            intro={t('seriation.against')}
          >
            {contradictions.map(({ newer, older, over }) => (
              <li key={`${newer} ${older}`}>
                <UnitLink data={data} group={newer} /> {t('seriation.laterThan')}{' '}
                <UnitLink data={data} group={older} />
                {over.length > 0 && ` ${t('seriation.over', { units: over.join(', ') })}`}
                {data.anchor === 'stratigraphy' && <MatrixLink data={data} group={newer} />}
              </li>
            ))}
            {total > contradictions.length && (
              <li>{t('seriation.moreContradict', { count: total - contradictions.length })}</li>
            )}
          </Opened>
        )}
      </div>
      {ties.length > 0 && (
        <div>
          <Opened label={t('seriation.ties', { count: ties.length })}>
            {ties.map((units) => (
              <li key={units}>{units}</li>
            ))}
          </Opened>
        </div>
      )}
    </div>
  )
}

function Direction({ data: { blocks, anchor, anchors } }: { data: SeriationData }) {
  const { t } = useTranslation()
  const known = blocks.filter(({ direction }) => direction !== null)
  const [first] = known
  if (!first?.direction || !anchor)
    return t(
      anchor ? 'seriation.undirected' : anchors.length > 0 ? 'seriation.unanchored' : 'seriation.noAnchor',
    )
  const agreeing = known.reduce((sum, block) => sum + block.agreeing, 0)
  const all = known.reduce((sum, block) => sum + block.agreeing + block.contradicting, 0)
  return t(`seriation.directed.${first.direction}`, {
    agreement: t(`seriation.agreement.${anchor}`, { agreeing, all }),
  })
}

function Reason({ of: { reason, total, meetings }, side }: { of: LeftOut; side: 'unit' | 'type' }) {
  const { t, i18n } = useTranslation()
  if (reason === 'meetings') return t(`seriation.reasons.${side}`, { count: meetings })
  return t(`seriation.reasons.${reason}`, { total: total.toLocaleString(i18n.language) })
}

function UnitLink({ data, group }: { data: SeriationData; group: string }) {
  const { app } = useApplication()
  const id = data.unit_ids[group]
  const name = nameOfGroup(data, group)
  if (id === undefined || data.unit_tb === null) return name
  return (
    <Link
      to="/app/$app/record/$table/$id"
      params={{ app, table: data.unit_tb, id: String(id) }}
      className="reference"
    >
      {name}
    </Link>
  )
}

function MatrixLink({ data, group }: { data: SeriationData; group: string }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  return (
    <>
      {' · '}
      <Link
        to="/app/$app/matrix"
        params={{ app }}
        search={{ table: data.unit_tb ?? undefined, unit: data.unit_ids[group] }}
        className="reference"
      >
        {t('seriation.inMatrix')}
      </Link>
    </>
  )
}

/** A list that is opened where it is told of. */
function Opened({ label, intro, children }: { label: string; intro?: string; children: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Anchor component="button" type="button" size="sm" aria-expanded={open} onClick={() => setOpen(!open)}>
        {label}
      </Anchor>
      {open && intro && <div>{intro}</div>}
      {open && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is scrolled by the keyboard
        <ul className={classes['list']} aria-label={label} tabIndex={0}>
          {children}
        </ul>
      )}
    </>
  )
}
