import { ActionIcon, Button, CloseButton, Text, TextInput, Tooltip } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import { type AsOf, type PastOf, useAsOf } from '../../core/past.js'
import { historyQueries } from '../../queries/history.js'
import { authorText, titleOf } from '../changes/change-set-words.js'
import { Icon } from '../icon.js'
import { Failed } from '../states.js'
import { aroundAt } from './around-at.js'
import classes from './past.module.css'
import { PastLine } from './past-line.js'

/** Chooses the state of which the view tells, and says which one it is. */
export default function PastBar({ of, onClose }: { of: PastOf; onClose: () => void }) {
  const { t, i18n } = useTranslation()
  const { app } = useApplication()
  const asOf = useAsOf()
  const go = useGo()
  const about = of.record === undefined ? { table: of.table } : { record: `${of.table}:${of.record}` }
  const times = useQuery(historyQueries.times(app, about))
  const marks = times.data?.times ?? []
  const newest = marks.at(-1)?.id
  const at = asOf ?? newest
  const { data: { around } = {} } = useQuery({
    ...historyQueries.around(app, about, at ?? 0),
    enabled: at !== undefined,
    // Where each set has a mark, these say the same at once.
    initialData: () => times.data && aroundAt(times.data, at),
  })
  const isPast = asOf !== undefined
  const { data: set } = useQuery({
    ...historyQueries.visibleSet(app, around?.at?.id ?? 0),
    enabled: isPast && around?.at != null,
    placeholderData: keepPreviousData,
  })
  const since = times.data?.since ?? undefined
  const moment = typeof asOf === 'string' ? momentIn(asOf) : parsed(around?.state?.time)
  const isBefore =
    typeof asOf === 'string' && moment !== undefined && since !== undefined && moment < Date.parse(since)
  const text =
    isPast && moment !== undefined
      ? t('past.asOf', {
          moment: new Date(moment).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' }),
        })
      : t('past.title')
  const changed = isPast && set ? [titleOf(set), authorText(t, set)].join(' · ') : undefined

  // Right before the first set there is the beginning of what is known.
  const before = around?.previous?.id ?? (around?.at && around.at.time !== since ? since : undefined)
  const after = isPast ? around?.next?.id : undefined
  // Where nothing comes after, it leads to now; what comes after must be known for that.
  const leadsOn = isPast && around !== undefined
  const step = (by: -1 | 1) => {
    if (by < 0 && before !== undefined) go(before)
    else if (by > 0 && leadsOn) go(after === newest ? undefined : after)
  }
  return (
    <section className={classes['bar']} aria-label={t('past.title')} data-past={isPast || undefined}>
      <div className={classes['words']}>
        <Icon name="history" size={18} />
        <div className={classes['moment']}>
          <Text fw={650} size="sm" role="status" className="numbers">
            {text}
          </Text>
          <Text size="xs" c="var(--ink-soft)" truncate title={changed}>
            {isBefore
              ? t('past.before')
              : isPast
                ? (changed ?? (around?.at === null ? t('past.noChange') : '\u00a0'))
                : t(marks.length > 0 ? 'past.how' : 'past.none')}
          </Text>
        </div>
        <MomentField moment={isPast ? moment : undefined} since={since} onMoment={go} />
        {isPast ? (
          <Button
            size="xs"
            color="dark"
            className={classes['back']}
            onClick={() => {
              onClose()
              go(undefined)
            }}
          >
            {t('past.back')}
          </Button>
        ) : (
          <CloseButton aria-label={t('past.close')} onClick={onClose} />
        )}
      </div>
      {times.isError && <Failed error={times.error} retry={() => void times.refetch()} />}
      {isBefore && since !== undefined && (
        <Button
          size="compact-sm"
          variant="default"
          style={{ alignSelf: 'flex-start' }}
          onClick={() => go(since)}
        >
          {t('past.earliest', {
            moment: new Date(since).toLocaleString(i18n.language, { dateStyle: 'long', timeStyle: 'short' }),
          })}
        </Button>
      )}
      {times.isPending && <div className={classes['coming']} />}
      {since !== undefined && (
        <div className={classes['steps']}>
          <Step
            icon="left"
            label={t('past.previous')}
            disabled={before === undefined}
            onClick={() => step(-1)}
          />
          <PastLine
            since={since}
            marks={marks}
            state={isPast ? (moment ?? Date.parse(since)) : undefined}
            text={[text, changed].filter(Boolean).join('. ')}
            onChoose={go}
            onStep={step}
          />
          <Step icon="right" label={t('past.next')} disabled={!leadsOn} onClick={() => step(1)} />
        </div>
      )}
    </section>
  )
}

/** Goes to another state, or to now. Steps through the past are one step back. */
function useGo(): (to: AsOf | undefined) => void {
  const navigate = useNavigate()
  const asOf = useAsOf()
  return (to) =>
    void navigate({
      to: '.',
      search: ((before: object) => ({ ...before, as_of: to })) as never,
      replace: asOf !== undefined,
      resetScroll: false,
    })
}

function Step({
  icon,
  label,
  disabled,
  onClick,
}: {
  icon: 'left' | 'right'
  label: string
  disabled: boolean
  onClick: () => void
}) {
  return (
    <Tooltip label={label}>
      <ActionIcon variant="default" size="lg" aria-label={label} disabled={disabled} onClick={onClick}>
        <Icon name={icon} size={16} />
      </ActionIcon>
    </Tooltip>
  )
}

/** A moment to type, taken with Enter or when the field is left. */
function MomentField({
  moment,
  since,
  onMoment,
}: {
  moment: number | undefined
  since: string | undefined
  onMoment: (to: AsOf) => void
}) {
  const { t } = useTranslation()
  const shown = moment === undefined ? '' : localText(moment)
  const [text, setText] = useState(shown)
  useEffect(() => setText(shown), [shown])
  const take = () => {
    const time = new Date(text)
    // Of a minute the state at its end, as the service takes it.
    if (text !== shown && !Number.isNaN(time.getTime())) onMoment(`${time.toISOString().slice(0, 16)}Z`)
  }
  return (
    <div className={classes['field']}>
      <TextInput
        type="datetime-local"
        size="xs"
        aria-label={t('past.moment')}
        value={text}
        {...(since !== undefined && { min: localText(Date.parse(since)) })}
        max={localText(Date.now())}
        onChange={(event) => setText(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={({ key }) => key === 'Enter' && take()}
      />
    </div>
  )
}

const parsed = (time: string | undefined): number | undefined =>
  time === undefined ? undefined : Date.parse(time)

/** The moment that an address names; of a day its end, as the service takes it. */
const momentIn = (text: string): number => Date.parse(text.includes('T') ? text : `${text}T23:59:59Z`)

/** As a field for a date and a time holds it, in the time of this machine. */
const localText = (time: number): string =>
  new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
