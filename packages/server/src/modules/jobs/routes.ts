import { JobParams, JobReply } from '@trowel/contract/jobs.js'
import { digits } from '../../http/guard.js'
import type { Routes } from '../../http/read-input.js'
import { type Jobs, stopJobs } from '../../jobs/leased-work.js'
import { readJob } from '../../jobs/service.js'

/** Work that goes on after the answer to the request that began it. */
export const jobRoutes =
  (jobs: Jobs): Routes =>
  async (server) => {
    server.addHook('onClose', () => stopJobs(jobs))
    server.get(
      `/api/jobs/:id${digits}`,
      {
        schema: {
          tags: ['import'],
          params: JobParams,
          response: { 200: JobReply },
          summary: 'How far a job is, and what came of it',
        },
      },
      async ({ scope, params }) => ({
        status: 'success' as const,
        job: await readJob(jobs, scope, params.id),
      }),
    )
  }
