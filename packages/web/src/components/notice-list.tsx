import { Notifications, useNotifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import '@mantine/notifications/styles.layer.css'
import { heightToLeave } from './notices-above.js'

/** How often they look what lies below them: dialogs come and go, and their buttons move. Milliseconds. */
const lookEvery = 150

/**
 * Where notices appear: above dialogs (z-index 200), and below menus and lists of choices (300), so that
 * these can be used.
 */
export default function NoticeList() {
  const isAnyShown = useNotifications().notifications.length > 0
  const [height, setHeight] = useState(0)
  useEffect(() => {
    if (!isAnyShown) return
    const look = () => setHeight(heightToLeave())
    look()
    const timer = setInterval(look, lookEvery)
    return () => clearInterval(timer)
  }, [isAnyShown])
  return (
    <Notifications
      position="bottom-right"
      zIndex={250}
      styles={{ root: { marginBottom: `max(${height}px, var(--bottom-ways))` } }}
    />
  )
}
