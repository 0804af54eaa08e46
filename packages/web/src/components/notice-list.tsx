import { Notifications } from '@mantine/notifications'

/** Where notices appear. */
export default function NoticeList() {
  return <Notifications position="bottom-right" />
}
