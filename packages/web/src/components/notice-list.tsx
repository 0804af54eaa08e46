import { Notifications } from '@mantine/notifications'
import '@mantine/notifications/styles.layer.css'
import { aboveBar } from './notices-above.js'

/** Where notices appear. */
export default function NoticeList() {
  return <Notifications position="bottom-right" styles={{ root: aboveBar }} />
}
