import { type ComponentType, lazy } from 'react'
import { wantAllWords } from './i18n.js'
import { wantMessages } from './messages.js'

type Load<Props> = () => Promise<{ default: ComponentType<Props> }>

/** A part that is fetched when it is first shown, together with the words that the first view lacks. */
export const lazyPart = <Props>(load: Load<Props>) =>
  lazy(async () => {
    const [module] = await Promise.all([load(), wantAllWords()])
    return module
  })

/** The same for a part that shows sentences of the service, which come with it. */
export const lazyPartWithMessages = <Props>(load: Load<Props>) =>
  lazyPart(async () => {
    const [module] = await Promise.all([load(), wantMessages()])
    return module
  })
