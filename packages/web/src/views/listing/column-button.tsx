import { Menu } from '@mantine/core'
import { cloneElement, type ReactNode, useEffect, useRef, useState } from 'react'

/**
 * A button of a column with a menu behind it, which is made when it is first pressed: a grid has two of them
 * for each column.
 */
export function ColumnButton({
  label,
  className,
  face,
  children,
}: {
  label: string
  className: string | undefined
  face: ReactNode
  /** The entries of the menu. */
  children: () => ReactNode
}) {
  const [isPressed, setPressed] = useState(false)
  const place = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (!isPressed) return
    // What opens the menu is another button; the first press is passed on to it.
    place.current?.focus()
    place.current?.click()
  }, [isPressed])
  const button = (
    <button ref={place} type="button" className={className} aria-label={label} title={label}>
      {face}
    </button>
  )
  if (!isPressed)
    return cloneElement(button, {
      'aria-haspopup': 'menu',
      'aria-expanded': false,
      onClick: () => setPressed(true),
    })
  return (
    <Menu position="bottom-start" width={260} withinPortal>
      <Menu.Target>{button}</Menu.Target>
      {/* Keys in the menu are not those of the grid. */}
      <Menu.Dropdown onKeyDown={(event) => event.stopPropagation()}>{children()}</Menu.Dropdown>
    </Menu>
  )
}
