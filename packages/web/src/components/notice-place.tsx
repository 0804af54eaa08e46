import { useNotifications } from '@mantine/notifications'
import { lazy, Suspense, useRef } from 'react'

const NoticeList = lazy(() => import('./notice-list.js'))

/** The place of notices; what draws them comes with the first. */
export function NoticePlace() {
  const { notifications } = useNotifications()
  const isNeeded = useRef(false)
  isNeeded.current ||= notifications.length > 0
  return <Suspense fallback={null}>{isNeeded.current && <NoticeList />}</Suspense>
}
