import { type MarkShape, markShapes, type PictureSize } from '@trowel/contract/mark-shapes.js'
import type { PictureMark } from '@trowel/contract/picture-marks.js'
import { Fragment } from 'react'

/** Marks as SVG in pixels of their picture. */
export function MarksDrawing({ marks, size }: { marks: readonly PictureMark[]; size: PictureSize }) {
  return marks.map((mark, at) => (
    <g key={at} strokeLinecap="round" strokeLinejoin="round">
      {markShapes(mark, size).map((shape, place) => (
        <Fragment key={place}>{drawn(shape)}</Fragment>
      ))}
    </g>
  ))
}

function drawn(shape: MarkShape) {
  switch (shape.kind) {
    case 'stroke':
      return <path d={shape.path} fill="none" stroke={shape.colour} strokeWidth={shape.width} />
    case 'fill':
      return <path d={shape.path} fill={shape.colour} />
    case 'text':
      return (
        <text
          x={shape.x}
          y={shape.y}
          fill={shape.colour}
          fontSize={shape.size}
          fontFamily="var(--mantine-font-family, sans-serif)"
          fontWeight={shape.isCentred ? 700 : 500}
          textAnchor={shape.isCentred ? 'middle' : 'start'}
          {...(shape.outline && {
            stroke: shape.outline.colour,
            strokeWidth: shape.outline.width,
            paintOrder: 'stroke',
          })}
        >
          {shape.text}
        </text>
      )
  }
}
