import type { Session } from '@trowel/client'

/**
 * Tabs keep their tokens to themselves; one that was just opened on an application may ask the others of this
 * browser for theirs.
 */
const channelName = 'trowel.sessions'
const patience = 250

interface Question {
  readonly wants: string
  readonly asker: string
}
interface Answer {
  readonly for: string
  readonly token: string
}
/** A user has logged in; tabs whose session had ended may go on. */
interface Entrance {
  readonly entered: string
  readonly person: number | null
  readonly token: string
}
type Message = Question | Answer | Entrance

/** Hands this tab's token to a new tab on the same application. */
export function answerOtherTabs(session: () => Session): void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (!('wants' in data)) return
    const { token, user } = session()
    if (token !== null && user?.app === data.wants)
      channel.postMessage({ for: data.asker, token } satisfies Answer)
  }
}

/** The token of another tab that is logged in to an application, if there is one. */
export function askOtherTabs(application: string): Promise<string | undefined> {
  const channel = new BroadcastChannel(channelName)
  // In a local network most pages come without encryption, and browsers give those no `randomUUID`.
  const asker = crypto.getRandomValues(new Uint32Array(4)).join('-')
  return new Promise<string | undefined>((resolve) => {
    const timer = setTimeout(() => resolve(undefined), patience)
    channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (!('for' in data) || data.for !== asker) return
      clearTimeout(timer)
      resolve(data.token)
    }
    channel.postMessage({ wants: application, asker } satisfies Question)
  }).finally(() => channel.close())
}

/** Tells the other tabs of the browser that a user has just logged in here. */
export function announceLogin({ token, user }: Session): void {
  if (token === null || !user) return
  const channel = new BroadcastChannel(channelName)
  channel.postMessage({ entered: user.app, person: user.id, token } satisfies Entrance)
  channel.close()
}

/**
 * Listens until the same person enters the same application in another tab. @returns how to stop listening
 */
export function onEntranceElsewhere(
  { app, id }: { readonly app: string; readonly id: number | null },
  enter: (token: string) => void,
): () => void {
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if ('entered' in data && data.entered === app && data.person === id) enter(data.token)
  }
  return () => channel.close()
}
