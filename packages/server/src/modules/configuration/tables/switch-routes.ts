import { doneReply, RadiocarbonReply, TableParams } from '@trowel/contract/configuration.js'
import type { Routes } from '../../../http/read-input.js'
import { addRadiocarbon, removeRadiocarbon, setChronology, setOsteology } from './switch-service.js'

/** Chronology, osteology and radiocarbon dates of main tables: switched on and off, always without loss. */
export const switchRoutes: Routes = async (server) => {
  const tags = ['configuration']
  const params = TableParams

  server.post(
    '/api/config/table/:tb/fuzzy-date',
    {
      schema: {
        tags,
        params,
        summary: 'Chronology on',
        response: { 200: doneReply('fuzzy_date_activated') },
      },
    },
    async (request) => {
      await setChronology(request.scope, request.params.tb, true)
      return { status: 'success' as const, code: 'fuzzy_date_activated' as const }
    },
  )

  server.delete(
    '/api/config/table/:tb/fuzzy-date',
    {
      schema: {
        tags,
        params,
        summary: 'Chronology off',
        response: { 200: doneReply('fuzzy_date_deactivated') },
      },
    },
    async (request) => {
      await setChronology(request.scope, request.params.tb, false)
      return { status: 'success' as const, code: 'fuzzy_date_deactivated' as const }
    },
  )

  server.post(
    '/api/config/table/:tb/osteology',
    {
      schema: { tags, params, summary: 'Osteology on', response: { 200: doneReply('osteology_activated') } },
    },
    async (request) => {
      await setOsteology(request.scope, request.params.tb, true)
      return { status: 'success' as const, code: 'osteology_activated' as const }
    },
  )

  server.delete(
    '/api/config/table/:tb/osteology',
    {
      schema: {
        tags,
        params,
        summary: 'Osteology off',
        response: { 200: doneReply('osteology_deactivated') },
      },
    },
    async (request) => {
      await setOsteology(request.scope, request.params.tb, false)
      return { status: 'success' as const, code: 'osteology_deactivated' as const }
    },
  )

  server.post(
    '/api/config/table/:tb/radiocarbon',
    { schema: { tags, params, summary: 'Radiocarbon dates on', response: { 200: RadiocarbonReply } } },
    async (request) => ({
      status: 'success' as const,
      code: 'radiocarbon_activated' as const,
      tb: await addRadiocarbon(request.scope, request.params.tb),
    }),
  )

  server.delete(
    '/api/config/table/:tb/radiocarbon',
    {
      schema: {
        tags,
        params,
        summary: 'Radiocarbon dates off',
        response: { 200: doneReply('radiocarbon_deactivated') },
      },
    },
    async (request) => {
      await removeRadiocarbon(request.scope, request.params.tb)
      return { status: 'success' as const, code: 'radiocarbon_deactivated' as const }
    },
  )
}
