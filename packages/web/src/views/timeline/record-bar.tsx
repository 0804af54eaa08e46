import { Link } from '@tanstack/react-router'
import { certaintyOf } from '../../components/fields/fuzzy-date-words.js'
import { useApplication } from '../../core/application.js'
import { type Bar, hasRoomFor } from './bars.js'
import classes from './plot.module.css'
import { useRecordWords } from './record-words.js'

/** Nothing is drawn narrower. */
const narrowest = 6

/** A record from its first to its last year; leads to the record. Positions in pixels. */
export function RecordBar({
  bar,
  left,
  right,
  labelWidth,
  onPoint,
}: {
  bar: Bar
  left: number
  right: number
  labelWidth: number
  onPoint: (bar: Bar) => void
}) {
  const { app } = useApplication()
  const describe = useRecordWords()
  const { record, table } = bar
  // What lies far to the left begins just outside, so that its label stays in sight.
  const begin = Math.max(left, -narrowest)
  const width = Math.max(right - begin, narrowest)
  const inside = hasRoomFor(width, labelWidth)
  return (
    <Link
      to="/app/$app/record/$table/$id"
      params={{ app, table, id: String(record.id) }}
      className={classes['bar'] ?? ''}
      style={{ left: begin, width: inside ? width : width + labelWidth }}
      aria-label={describe(record)}
      tabIndex={-1}
      preload={false}
      onPointerEnter={() => onPoint(bar)}
    >
      <span
        className={`${classes['body']} certainty`}
        data-certainty={certaintyOf(record.certainty)}
        data-open={record.from === null ? 'begin' : record.to === null ? 'end' : undefined}
        style={{ width }}
      />
      <span
        className={classes['label']}
        data-inside={inside || undefined}
        style={{ left: inside ? narrowest + 2 : width + 4 }}
      >
        {record.label}
      </span>
    </Link>
  )
}
