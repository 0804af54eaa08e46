import type { Session } from '@trowel/client'

/** Tabs keep their tokens to themselves; one that was just opened on an application may ask the others of this browser for theirs. */
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
type Message = Question | Answer

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
  const asker = crypto.randomUUID()
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
