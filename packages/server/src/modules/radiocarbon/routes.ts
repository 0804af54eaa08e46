import { JobStartedReply } from '@trowel/contract/jobs.js'
import {
  CalibrateQuery,
  CalibrateReply,
  RecalibrateBody,
  RecalibrateReply,
} from '@trowel/contract/radiocarbon.js'
import { Type } from 'typebox'
import type { Routes } from '../../http/read-input.js'
import type { Services } from '../../http/services.js'
import type { Jobs } from '../../jobs/leased-work.js'
import { runOrStart } from '../../jobs/prepared-work.js'
import { prepareRecalibration } from '../../records/radiocarbon/recalibrate.js'
import type { CalibrationCount } from '../../records/radiocarbon/service.js'
import { calibrateAtStart, calibrateOne } from './service.js'

const tags = ['chronology']

/** Radiocarbon dates in calendar years. */
export const radiocarbonRoutes =
  (services: Services, jobs: Jobs): Routes =>
  async (server) => {
    calibrateAtStart(server, services)

    server.get(
      '/api/radiocarbon/calibrate',
      {
        schema: {
          tags,
          querystring: CalibrateQuery,
          response: { 200: CalibrateReply },
          summary: 'The calendar years of a radiocarbon age, and how likely each of them is',
        },
      },
      async ({ scope, query }) => {
        return {
          status: 'success' as const,
          ...(await calibrateOne(scope, query.bp, query.error, query.curve ?? '')),
        }
      },
    )

    server.post(
      '/api/radiocarbon/recalibrate',
      {
        schema: {
          tags,
          body: RecalibrateBody,
          response: { 200: Type.Union([RecalibrateReply, JobStartedReply]) },
          summary: 'Calibrate every radiocarbon date of the application anew',
        },
      },
      async ({ scope, body }) => {
        const work = await prepareRecalibration(scope, body?.background === true)
        return runOrStart(jobs, scope, 'radiocarbon_recalibrate', work, recalibrateReply)
      },
    )
  }

const recalibrateReply = (count: CalibrationCount) => ({
  status: 'success' as const,
  code: 'radiocarbon_recalibrated' as const,
  ...count,
})
