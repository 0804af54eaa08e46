import classes from './seriation.module.css'
import type { Drawing, Shape } from './shapes.js'

/** A drawing in the colours of the page. What it shows is said beside it. */
export function Drawn({ drawing, className }: { drawing: Drawing; className?: string | undefined }) {
  const { width, height, shapes } = drawing
  return (
    <svg
      className={className ? `${classes['drawn']} ${className}` : classes['drawn']}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {shapes.map((shape, k) => (
        <Part key={k} shape={shape} />
      ))}
    </svg>
  )
}

function Part({ shape }: { shape: Shape }) {
  if (shape.kind !== 'text')
    return <path className={classes[shape.kind]} data-tone={shape.tone} d={shape.d} />
  const { x, y, text, tone, anchor, turned, size = 12 } = shape
  return (
    <text
      data-tone={tone}
      x={x}
      y={y}
      fontSize={size}
      textAnchor={anchor}
      transform={turned === undefined ? undefined : `rotate(${turned} ${x} ${y})`}
    >
      {text}
    </text>
  )
}
