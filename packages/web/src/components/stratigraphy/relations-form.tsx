import { ActionIcon, Anchor, Button, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { RelationEntry } from '@trowel/contract/stratigraphy.js'
import { Fragment, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { Icon } from '../icon.js'
import type { NamedRecord } from '../record-choice.js'
import { AddRelation } from './add-relation.js'
import {
  relationSentence,
  relationsTo,
  relationWords,
  type SeenRelation,
  type Side,
  seenFrom,
} from './relation-sides.js'
import classes from './relations-form.module.css'
import { useRelations } from './use-relations.js'

/**
 * The relations of a unit as on the form of the trench: what is above it, the unit and what is beside it,
 * what is below.
 */
export function RelationsForm({
  table,
  unit,
  entries,
  canEdit,
  onUnit,
}: {
  table: string
  unit: NamedRecord
  entries: readonly RelationEntry[]
  canEdit: boolean
  /** What a click on another unit does; it leads to the record by default. */
  onUnit?: (id: number) => void
}) {
  const { t } = useTranslation()
  const [adding, setAdding] = useState<Side>()
  const [other, setOther] = useState<NamedRecord | null>(null)
  const seen = entries.map((entry) => seenFrom(unit.id, entry))
  const sideOf = (side: Side) => (
    <div className={classes['side']} data-side={side}>
      <div className={classes['head']}>
        <h3>{t(`relating.${side}`)}</h3>
        {canEdit && adding !== side && (
          <Button
            size="compact-xs"
            variant="subtle"
            leftSection={<Icon name="plus" size={13} />}
            aria-label={t(`relating.add_${side}`)}
            onClick={() => {
              setAdding(side)
              setOther(null)
            }}
          >
            {t('relating.add')}
          </Button>
        )}
      </div>
      <Relations
        table={table}
        unit={unit}
        side={side}
        seen={seen.filter((one) => one.side === side)}
        canEdit={canEdit}
        onUnit={onUnit}
      />
      {adding === side && (
        <AddRelation
          key={side}
          table={table}
          unit={unit}
          side={side}
          other={other}
          onOther={setOther}
          onEnd={() => setAdding(undefined)}
        />
      )}
    </div>
  )
  return (
    <div className={classes['form']}>
      {sideOf('above')}
      <div className={classes['middle']}>
        <div className={classes['unit']}>{unit.label}</div>
        {sideOf('beside')}
      </div>
      {sideOf('below')}
    </div>
  )
}

/** The units on one side, by relation. */
function Relations({
  table,
  unit,
  side,
  seen,
  canEdit,
  onUnit,
}: {
  table: string
  unit: NamedRecord
  side: Side
  seen: readonly SeenRelation[]
  canEdit: boolean
  onUnit: ((id: number) => void) | undefined
}) {
  const { t } = useTranslation()
  const { remove } = useRelations(table)
  if (seen.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('relating.none')}
      </Text>
    )
  return (
    <dl className={classes['relations']}>
      {relationsTo(side)
        .map((code) => [code, seen.filter((one) => one.code === code)] as const)
        .filter(([, units]) => units.length > 0)
        .map(([code, units]) => (
          <Fragment key={code}>
            <dt>{relationWords(code)}</dt>
            <dd>
              {units.map(({ id, other }) => (
                <span key={id} className={classes['pill']}>
                  <UnitLink table={table} unit={other} onUnit={onUnit} />
                  {canEdit && (
                    <ActionIcon
                      size={24}
                      variant="subtle"
                      color="gray"
                      aria-label={t('relating.remove', {
                        sentence: relationSentence(unit.label, code, other.label),
                      })}
                      loading={remove.isPending && remove.variables?.id === id}
                      onClick={() => remove.mutate({ id, first: unit, code, second: other })}
                    >
                      <Icon name="close" size={12} />
                    </ActionIcon>
                  )}
                </span>
              ))}
            </dd>
          </Fragment>
        ))}
    </dl>
  )
}

function UnitLink({
  table,
  unit,
  onUnit,
}: {
  table: string
  unit: NamedRecord
  onUnit: ((id: number) => void) | undefined
}) {
  const { app } = useApplication()
  return onUnit ? (
    <Anchor component="button" type="button" className="reference" size="sm" onClick={() => onUnit(unit.id)}>
      {unit.label}
    </Anchor>
  ) : (
    <Link className="reference" to="/app/$app/record/$table/$id" params={{ app, table, id: String(unit.id) }}>
      {unit.label}
    </Link>
  )
}
