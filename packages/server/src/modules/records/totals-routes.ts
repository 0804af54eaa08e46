import { GroupsBody, GroupsReply, TotalsBody, TotalsReply } from '@trowel/contract/record-groups.js'
import { TableParams } from '@trowel/contract/records.js'
import { asOfMember } from '../../http/as-of.js'
import type { Routes } from '../../http/read-input.js'
import { groupRecords, totalRecords } from '../../records/listing/measure-records.js'

const listing = { tags: ['records'], params: TableParams }

/** What the records of a listing come to: totals of their fields, and groups with totals of their own. */
export const recordTotalsRoutes: Routes = async (server) => {
  server.post(
    '/api/records/:tb/totals',
    {
      schema: {
        ...listing,
        body: TotalsBody,
        response: { 200: TotalsReply },
        summary: 'Totals of the fields of all records of a listing',
      },
    },
    async ({ scope, params, body }) => ({
      status: 'success' as const,
      ...(await totalRecords(scope, params.tb, body)),
      ...asOfMember(scope),
    }),
  )

  server.post(
    '/api/records/:tb/groups',
    {
      schema: {
        ...listing,
        body: GroupsBody,
        response: { 200: GroupsReply },
        summary: 'The records of a listing by what they have in common',
      },
    },
    async ({ scope, params, body }) => ({
      status: 'success' as const,
      ...(await groupRecords(scope, params.tb, body)),
      ...asOfMember(scope),
    }),
  )
}
