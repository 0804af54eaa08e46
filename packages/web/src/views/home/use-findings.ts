import { useQueries, useQuery } from '@tanstack/react-query'
import { privileges } from '@trowel/contract/privileges.js'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../core/application.js'
import type { ListingSearch } from '../../core/listing-address.js'
import { fileQueries } from '../../queries/files.js'
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
  const people = useQuery({
    ...userQueries.all(app),
    enabled: mayAct(privileges.admin),
    staleTime: fresh,
  })
  const webhooks = useQuery({
    ...webhookQueries.all(app),
    enabled: mayAct(privileges.admin),
    staleTime: fresh,
  })

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
      check.loops_total > 0 && seen('loops', t('home.loops', { count: check.loops_total })),
      check.contradictory_pairs.length > 0 &&
        seen('pairs', t('home.pairs', { count: check.contradictory_pairs.length })),
      check.date_conflicts_total > 0 &&
        seen('dates', t('home.dateConflicts', { count: check.date_conflicts_total })),
    ].filter((finding) => finding !== false)
  })
  const lonely = orphans.data?.total ?? 0
  const waiting = (people.data?.users ?? []).filter(
    ({ privilege_value }) => privilege_value === privileges.waiting,
  ).length
  const paused = (webhooks.data?.webhooks ?? []).filter((webhook) => webhook.paused !== null).length
  return {
    findings: [
      ...ofStratigraphy,
      ...(lonely > 0
        ? [{ key: 'files', text: t('home.orphans', { count: lonely }), to: `/app/${app}/files`, search: {} }]
        : []),
      ...(waiting > 0
        ? [
            {
              key: 'people',
              text: t('home.waiting', { count: waiting }),
              to: `/app/${app}/users`,
              search: {},
            },
          ]
        : []),
      ...(paused > 0
        ? [
            {
              key: 'webhooks',
              text: t('home.pausedWebhooks', { count: paused }),
              to: `/app/${app}/webhooks`,
              search: {},
            },
          ]
        : []),
    ],
    isPending: [...checks, orphans, people, webhooks].some(({ isLoading }) => isLoading),
  }
}
