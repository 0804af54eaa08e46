import { ApiError, type Client, createClient, NetworkError } from '@trowel/client'
import { refusedBy, saidByService } from './remote-import.js'
import type { Terminal } from './terminal.js'
import { UsageError } from './usage-error.js'

/** How a command is told which service it asks. */
export interface ServiceOptions {
  readonly url: string
  readonly apiKey?: string
}

/** Lets `work` ask a running service. @throws AppError as it refuses; UsageError when there is none */
export async function askBySdk<T>(
  terminal: Terminal,
  { url, apiKey }: ServiceOptions,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const key = apiKey ?? terminal.environment['TROWEL_API_KEY']
  if (!key)
    throw new UsageError(
      'Give the key of the service with --api-key, or in the environment as TROWEL_API_KEY.',
    )
  try {
    return await work(createClient({ baseUrl: url, token: key }))
  } catch (error) {
    if (error instanceof NetworkError)
      throw new UsageError(`The service at ${url} does not answer. Is the address right?`)
    if (error instanceof ApiError) throw refusedBy(error.code, saidByService(error.text))
    throw error
  }
}
