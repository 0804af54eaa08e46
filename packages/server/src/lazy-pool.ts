import type { Piscina } from 'piscina'

/**
 * @returns threads for one kind of work: the first who asks loads the library and starts them. When that
 *   fails, as without a free file handle, the next one tries again.
 */
export function lazyPool<Task, Result>(
  options: NonNullable<ConstructorParameters<typeof Piscina>[0]>,
): () => Promise<Piscina<Task, Result>> {
  let opened: Promise<Piscina<Task, Result>> | undefined
  const open = async () => {
    const { Piscina } = await import('piscina')
    return new Piscina<Task, Result>({ minThreads: 0, ...options })
  }
  return () => {
    opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    })
    return opened
  }
}
