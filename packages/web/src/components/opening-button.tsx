import { Button } from '@mantine/core'
import { cloneElement, type ReactElement, type ReactNode, useEffect, useRef, useState } from 'react'
import { Icon, type IconName } from './icon.js'

/**
 * A button that opens something. What it opens is made when it is first pressed: to draw several such buttons
 * with all that is behind them takes longer than to draw what they are about.
 *
 * @param children puts the button into what it opens, which listens to its presses
 */
export function OpeningButton({
  icon,
  label,
  popup,
  loading = false,
  children,
}: {
  icon: IconName
  label: string
  popup: 'menu' | 'dialog'
  loading?: boolean
  children: (button: ReactElement) => ReactNode
}) {
  const [isPressed, setPressed] = useState(false)
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isPressed) return
    // What opens has a button of its own; the first press is passed on to it.
    place.current?.focus()
    place.current?.click()
  }, [isPressed])
  const button = (
    <Button
      ref={place}
      variant="default"
      px="sm"
      loading={loading}
      leftSection={<Icon name={icon} size={16} />}
    >
      {label}
    </Button>
  )
  if (isPressed) return children(button)
  return cloneElement(button, {
    'aria-haspopup': popup,
    'aria-expanded': false,
    onClick: () => setPressed(true),
  })
}
