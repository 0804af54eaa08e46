import { useQueries, useQuery } from '@tanstack/react-query'
import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import type { ListingSearch } from '../../core/listing-address.js'
import { fileQueries } from '../../queries/files.js'
import { libraryQueries } from '../../queries/libraries.js'
import { backupQueries } from '../../queries/service.js'
import { stratigraphyQueries } from '../../queries/stratigraphy.js'
import { userQueries } from '../../queries/users.js'
import { webhookQueries } from '../../queries/webhooks.js'

interface Finding {
  readonly key: string
  readonly text: string
  /** Where it can be seen. */
  readonly to: string
  readonly search: ListingSearch & { readonly table?: string }
}

/** Looked for again after so long, in milliseconds. */
const fresh = 5 * 60_000

/** What should be looked at, as far as it is cheaply known. */
export function useFindings(): { readonly findings: readonly Finding[]; readonly isPending: boolean } {
  const { t } = useTranslation()
  const { app, tables, mayAct } = useApplication()
  const stratified = tables.filter(({ rs }) => rs)
  const checks = useQueries({
    queries: stratified.map(({ name }) => stratigraphyQueries.check(app, name)),
  })
  const orphans = useQuery({
    ...fileQueries.orphans(app),
    enabled: mayAct(privileges.writer),
  })
  const administered = { enabled: mayAct(privileges.admin), staleTime: fresh }
  const people = useQuery({ ...userQueries.all(app), ...administered })
  const webhooks = useQuery({ ...webhookQueries.all(app), ...administered })
  const libraries = useQuery({ ...libraryQueries.all(app), ...administered })
  const backups = useQuery({ ...backupQueries.all(app), ...administered })
  const ofAdministration = [people, webhooks, libraries, backups]

  const ofStratigraphy = stratified.flatMap((table, k): Finding[] => {
    const check = checks[k]?.data
    if (!check) return []
    const seen = (kind: string, text: string): Finding => ({
      key: `${table.name}/${kind}`,
      text: `${table.label}: ${text}`,
      to: `/app/${app}/matrix`,
      search: { table: table.name },
    })
    return [
      check.loops_total > 0 && seen('loops', t('front.loops', { count: check.loops_total })),
      check.contradictory_pairs.length > 0 &&
        seen('pairs', t('front.pairs', { count: check.contradictory_pairs.length })),
      check.date_conflicts_total > 0 &&
        seen('dates', t('front.dateConflicts', { count: check.date_conflicts_total })),
    ].filter((finding) => finding !== false)
  })
  const found = (key: string, count: number, words: (count: number) => string, to: string): Finding[] =>
    count > 0 ? [{ key, text: words(count), to: `/app/${app}/${to}`, search: {} }] : []
  const waiting = (people.data?.users ?? []).filter(
    ({ privilege_value }) => privilege_value === privileges.waiting,
  )
  const paused = (webhooks.data?.webhooks ?? []).filter((webhook) => webhook.paused !== null)
  const detached = (libraries.data?.libs ?? []).reduce((sum, library) => sum + library.detached, 0)
  const isUnscheduled = backups.data?.schedule.every_hours === 0
  return {
    findings: [
      ...ofStratigraphy,
      ...found('people', waiting.length, (count) => t('front.waiting', { count }), 'users'),
      ...found('files', orphans.data?.total ?? 0, (count) => t('front.orphans', { count }), 'files'),
      ...found('citations', detached, (count) => t('front.detached', { count }), 'libraries'),
      ...found('webhooks', paused.length, (count) => t('front.pausedWebhooks', { count }), 'webhooks'),
      ...found('backups', isUnscheduled ? 1 : 0, () => t('front.unscheduled'), 'backups'),
    ],
    isPending: [...checks, orphans, ...ofAdministration].some(({ isLoading }) => isLoading),
  }
}
