import { useComputedColorScheme } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Cell, FieldSchema } from '@trowel/contract/record.js'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useApplication } from '../../core/application.js'
import { widgetQueries } from '../../queries/configuration.js'
import { FieldText, isEmpty } from './field-text.js'
import classes from './widget.module.css'

/** A field of a record to read: as text, or drawn by the widget that it names. */
export function FieldValue({ field, cell }: { field: FieldSchema; cell: Cell }) {
  const text = <FieldText field={field} cell={cell} />
  if (field.widget === null || isEmpty(cell)) return text
  const value = String(cell.val)
  return (
    <Widget name={field.widget} label={`${field.label}: ${cell.val_label ?? value}`} value={value}>
      {text}
    </Widget>
  )
}

interface WidgetReport {
  readonly height?: number
  readonly failed?: boolean
}
const maxHeight = 600

/**
 * A value drawn by a small program, in a frame that reaches neither the page nor the session nor the network.
 * Until it is drawn, and when it cannot be, `children` stand in its place.
 */
function Widget({
  name,
  label,
  value,
  children,
}: {
  name: string
  /** What the frame is called. */
  label: string
  value: string
  children: ReactNode
}) {
  const { app } = useApplication()
  const dark = useComputedColorScheme() === 'dark'
  const port = useRef<MessagePort>(undefined)
  const [report, setReport] = useState<WidgetReport>({})
  const { data: module, isError } = useQuery(widgetQueries.one(app, name))
  useEffect(() => {
    port.current?.postMessage(value)
  }, [value])
  useEffect(() => () => port.current?.close(), [])
  if (module === undefined || isError || report.failed) return children
  const start = (frame: HTMLIFrameElement) => {
    const channel = new MessageChannel()
    port.current?.close()
    port.current = channel.port1
    channel.port1.onmessage = ({ data }: MessageEvent<WidgetReport>) =>
      setReport((before) => ({ ...before, ...data }))
    // The frame belongs to no origin that could be named here; the page lets it lead nowhere else.
    frame.contentWindow?.postMessage({ module, value, dark }, '*', [channel.port2])
  }
  return (
    <iframe
      key={String(dark)}
      className={classes['frame']}
      title={label}
      src="/widget-frame"
      sandbox="allow-scripts"
      height={Math.min(maxHeight, report.height ?? 24)}
      onLoad={(event) => start(event.currentTarget)}
    />
  )
}
