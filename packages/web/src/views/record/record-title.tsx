import { Anchor } from '@mantine/core'
import { Link, useSearch } from '@tanstack/react-router'
import { useApplication } from '../../core/application.js'
import { listingIn } from '../../core/listing-address.js'
import type { WholeRecord } from '../../queries/records.js'

/** What people call the record. */
export function titleOf({ metadata, core }: WholeRecord): string {
  const named = core[metadata.id_field]
  const name = named?.val_label ?? named?.val
  return name === null || name === undefined || name === '' ? String(metadata.rec_id ?? '') : String(name)
}

/** The way back to the listing that the record was opened from. */
export function TableCrumb({ table, label }: { table: string; label: string }) {
  const { app } = useApplication()
  const search = useSearch({ from: '/app/$app/record/$table/$id' })
  return (
    <Anchor
      component={Link}
      to={`/app/${app}/records/${table}`}
      search={listingIn({ ...search }) as never}
      size="sm"
      c="dimmed"
    >
      {label}
    </Anchor>
  )
}
