import type { CallOptions } from './transport.js'

/** An answer, and the change set that its call made: nothing where nothing was changed. */
export interface Made<Reply> {
  readonly reply: Reply
  readonly changeSet: number | undefined
}

/**
 * Does a call and says which change set it made, of several the last:
 * `withChangeSet((options) => client.records.remove('finds', 12, options))`
 */
export async function withChangeSet<Reply>(
  call: (options: Pick<CallOptions, 'onChangeSet'>) => Promise<Reply>,
): Promise<Made<Reply>> {
  let changeSet: number | undefined
  const reply = await call({
    onChangeSet: (id) => {
      changeSet = id
    },
  })
  return { reply, changeSet }
}
