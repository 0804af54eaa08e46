import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './import.module.css'

/** The counts of a run in the order in which they are shown; those that are absent or 0 are not shown. */
const kinds = [
  'added',
  'inserted',
  'linked',
  'changed',
  'unchanged',
  'placed',
  'made',
  'no_key',
  'known',
  'unknown',
  'not_found',
  'repeated',
  'refused',
] as const
type Kind = (typeof kinds)[number]
/** These are shown even when they are 0. */
const always: Readonly<Record<string, readonly Kind[]>> = {
  ok_import_data: ['inserted', 'changed', 'refused'],
  ok_import_new_table: ['inserted', 'refused'],
  ok_import_relations: ['added', 'refused'],
  ok_import_geojson: ['changed', 'refused'],
  ok_import_photos: ['linked', 'refused'],
}

/** An answer of a run, as a job keeps it. */
export type Outcome = Readonly<Record<string, unknown>>

export const isOutcome = (value: unknown): value is Outcome => typeof value === 'object' && value !== null

export const numberIn = (outcome: Outcome, key: string): number => {
  const value = outcome[key]
  return typeof value === 'number' ? value : 0
}

function countsOf(outcome: Outcome): Readonly<Record<Kind, number>> {
  const skipped = isOutcome(outcome['skipped_because']) ? outcome['skipped_because'] : {}
  const of = (key: string) => numberIn(outcome, key)
  return {
    added: of('added'),
    inserted: of('inserted'),
    linked: of('linked'),
    changed: of('updated') - of('unchanged'),
    unchanged: of('unchanged'),
    placed: of('placed'),
    made: of('made'),
    no_key: numberIn(skipped, 'no_key'),
    known: numberIn(skipped, 'known') + of('known'),
    unknown: numberIn(skipped, 'unknown'),
    not_found: of('not_found'),
    repeated: of('repeated'),
    refused: of('refused'),
  }
}

/** What became, or would become, of the rows of a file. */
export function Counts({ outcome }: { outcome: Outcome }) {
  const { t, i18n } = useTranslation()
  const counts = countsOf(outcome)
  const alwaysShown = always[String(outcome['code'])] ?? []
  return (
    <dl className={classes['counts']}>
      {kinds
        .filter((kind) => counts[kind] > 0 || alwaysShown.includes(kind))
        .map((kind) => (
          <div key={kind} data-bad={(kind === 'refused' && counts[kind] > 0) || undefined}>
            <dt>{t(`import.counts.${kind}`)}</dt>
            <dd>{counts[kind].toLocaleString(i18n.language)}</dd>
          </div>
        ))}
    </dl>
  )
}

/** How many rows, features, pictures or relations were stored, or would be. */
export const storedIn = (outcome: Outcome): number =>
  numberIn(outcome, 'inserted') +
  numberIn(outcome, 'linked') +
  numberIn(outcome, 'added') +
  numberIn(outcome, 'updated') -
  numberIn(outcome, 'unchanged')

/** Units of relations that no record is called by. The service tells the first hundred. */
export function MissingUnits({ outcome }: { outcome: Outcome }) {
  const { t, i18n } = useTranslation()
  const names = Array.isArray(outcome['missing']) ? outcome['missing'].map(String) : []
  const count = numberIn(outcome, 'missing_count')
  if (count === 0) return null
  return (
    <>
      <Text fw={600} mt="lg">
        {t('import.missingNames', { count, number: count.toLocaleString(i18n.language) })}
      </Text>
      <Text size="sm" c="dimmed">
        {names.join(', ')}
        {count > names.length && ' …'}
      </Text>
    </>
  )
}
