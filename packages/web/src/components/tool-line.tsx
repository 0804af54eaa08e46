import type { ReactNode } from 'react'
import classes from './tool-line.module.css'

/** What can be done in a view, side by side; on a phone in one line that scrolls, to save height. */
export const ToolLine = ({ children }: { children: ReactNode }) => (
  <div className={classes['line']}>{children}</div>
)
