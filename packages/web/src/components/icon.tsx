import {
  type TableColor,
  type TableIcon,
  tableColors,
  tableIcons,
} from '@trowel/contract/model/table-marks.js'
import type { CSSProperties } from 'react'

/** Line drawings on a field of 24 units; each is the `d` of one path. */
const drawings = {
  home: 'M4 11l8-7 8 7M6 9.5V20h4.5v-6h3v6H18V9.5',
  table: 'M4 5h16v14H4zM4 10h16M4 14.5h16M10 10v9',
  text: 'M5 8V5h14v3M12 5v14M9 19h6',
  record: 'M6 3.5h9l3 3V20.5H6zM9 9h6M9 12.5h6M9 16h4',
  matrix: 'M9 4h6v4.5H9zM4 15.5h6V20H4zM14 15.5h6V20h-6zM12 8.5V12M7 15.5V12h10v3.5',
  map: 'M9 4.5L4 6.5v13l5-2 6 2 5-2v-13l-5 2zM9 4.5v13M15 6.5v13',
  timeline: 'M4 18h16M4 6h7v3H4zM8 11h9v3H8zM6 18v2M12 18v2M18 18v2',
  chart: 'M4 4v16h16M8 16v-5M12 16V8M16 16v-3',
  formula: 'M17 4.5H7l6 7.5-6 7.5h10',
  assemblage: 'M4 4h16v16H4zM4 9.3h16M4 14.6h16M9.3 4v16M14.6 4v16',
  import: 'M12 3.5v11M7.5 10.5l4.5 4.5 4.5-4.5M4 16v4h16v-4',
  export: 'M12 15V4M7.5 8L12 3.5 16.5 8M4 16v4h16v-4',
  picture: 'M4 5h16v14H4zM4 16l4.5-5 4 4 2.5-2.5L20 17M15.5 9.2a.8.8 0 1 0 .01 0',
  vocabulary: 'M5 4h11a3 3 0 0 1 3 3v13H8a3 3 0 0 1-3-3zM5 17a3 3 0 0 1 3-3h11M9 8h6',
  replace: 'M4 8h12l-3-3M20 16H8l3 3',
  history: 'M4 12a8 8 0 1 0 2.6-5.9L4 8.5M4 4v4.5h4.5M12 8v4.5l3 2',
  bin: 'M5 7h14M10 7V4.5h4V7M7 7l.8 13h8.4L17 7M10.3 10.5v6M13.7 10.5v6',
  people:
    'M9 11a3.2 3.2 0 1 0 0-6.4A3.2 3.2 0 0 0 9 11zM3 19.5c.4-3.4 2.8-5.2 6-5.2s5.6 1.8 6 5.2M16 5a3 3 0 0 1 0 5.8M17.5 14.6c2 .6 3.2 2.3 3.5 4.9',
  person: 'M12 11.5a3.6 3.6 0 1 0 0-7.2 3.6 3.6 0 0 0 0 7.2zM5 20c.5-3.7 3.2-5.7 7-5.7s6.5 2 7 5.7',
  key: 'M8 15.5a4 4 0 1 1 3.6-5.7L20 10v3h-2.5v2.5H15V13h-3.4A4 4 0 0 1 8 15.5zM7.5 11.5h.01',
  settings:
    'M4 7h9M17 7h3M4 17h3M11 17h9M15 9.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM9 19.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  template: 'M4 4h16v5H4zM4 12h7v8H4zM14 12h6v8h-6z',
  backup: 'M4 5h16v4H4zM5.5 9v10h13V9M10 13h4',
  log: 'M5 6h.01M5 12h.01M5 18h.01M9 6h11M9 12h11M9 18h7',
  terminal: 'M4 5h16v14H4zM7.5 9.5L10 12l-2.5 2.5M12.5 15H16',
  book: 'M12 6.5C10 5 7 4.7 4 5v13c3-.3 6 0 8 1.5 2-1.5 5-1.8 8-1.5V5c-3-.3-6 0-8 1.5zM12 6.5v13',
  search: 'M11 17.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM16 16l4 4',
  plus: 'M12 5v14M5 12h14',
  minus: 'M5 12h14',
  filter: 'M4 5.5h16l-6.2 7v6l-3.6-2v-4z',
  columns: 'M4 5h16v14H4zM9.3 5v14M14.7 5v14',
  sortUp: 'M12 18V6M7.5 10.5L12 6l4.5 4.5',
  sortDown: 'M12 6v12M7.5 13.5L12 18l4.5-4.5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3-3A4 4 0 0 0 13 5.3l-1 1M14 10a4 4 0 0 0-5.7 0l-3 3A4 4 0 0 0 11 18.7l1-1',
  edit: 'M5 19l1-4L16.5 4.5l3 3L9 18zM14 7l3 3',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7',
  right: 'M9.5 5.5L16 12l-6.5 6.5',
  left: 'M14.5 5.5L8 12l6.5 6.5',
  down: 'M5.5 9.5L12 16l6.5-6.5',
  up: 'M5.5 14.5L12 8l6.5 6.5',
  more: 'M5.5 11.5a.5.5 0 1 0 .01 0M12 11.5a.5.5 0 1 0 .01 0M18.5 11.5a.5.5 0 1 0 .01 0',
  warning: 'M12 4L2.8 19.5h18.4zM12 10v4.5M12 17h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5.5M12 7.8h.01',
  sun: 'M12 16.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM12 2v2.5M12 19.5V22M2 12h2.5M19.5 12H22M5 5l1.7 1.7M17.3 17.3L19 19M5 19l1.7-1.7M17.3 6.7L19 5',
  moon: 'M19.5 14.5A8 8 0 0 1 9.5 4.5a8 8 0 1 0 10 10z',
  leave: 'M10 4H5v16h5M14 8l4 4-4 4M18 12H9',
  lock: 'M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 0 1 7 0v3',
  print: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
  qr: 'M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2.5v2.5H14zM20 14v2.5M17 20h-3v-1M20 20h-.5M7 7h.01M17 7h.01M7 17h.01',
  copy: 'M8 8h11v12H8zM5 16V4h11',
  bookmark: 'M7 4h10v16l-5-4-5 4z',
  share:
    'M7 14.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM17 8.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM17 20.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM9 11l6-4M9 13l6 4',
  eye: 'M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 15a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
  camera: 'M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 16.5a3.3 3.3 0 1 0 0-6.6 3.3 3.3 0 0 0 0 6.6z',
  drag: 'M9 6h.01M9 12h.01M9 18h.01M15 6h.01M15 12h.01M15 18h.01',
  outside: 'M13 5h6v6M19 5l-8 8M11 5H5v14h14v-6',
  send: 'M4 11.5L20 4l-5.5 16-3.3-6.8zM11.2 13.2L20 4',
  undo: 'M4 9h10a5.5 5.5 0 0 1 0 11H9M4 9l4-4M4 9l4 4',
  refresh: 'M20 12a8 8 0 1 1-2.6-5.9L20 8.5M20 4v4.5h-4.5',
  palette:
    'M12 20.5a8.5 8.5 0 1 1 8.5-8.5c0 2-1.4 3-3 3h-2a1.8 1.8 0 0 0-1.4 3c.6.8.2 2.5-2.1 2.5zM8 12.5h.01M9.5 8.5h.01M14 8h.01M16.5 11.5h.01',
  menu: 'M4 6.5h16M4 12h16M4 17.5h16',
  language: 'M4 6h9M8.5 4v2M6 6c.6 3.5 3 6 6 7M11 6c-.6 3.5-3 6-6.5 7.5M12.5 20l4-9 4 9M14 17h5',
  help: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.7.4-1.1.9-1.1 1.7v.5M12 17h.01',
  bone: 'M7.5 10.5l6-6a2.3 2.3 0 1 1 3.3 2.7 2.3 2.3 0 1 1-2.7 3.3l-6 6a2.3 2.3 0 1 1-3.3-2.7 2.3 2.3 0 1 1 2.7-3.3z',
  bulk: 'M4 6h3v3H4zM4 15h3v3H4zM10 7.5h10M10 16.5h10',
  play: 'M8 5l11 7-11 7z',
  layers: 'M12 4l8.5 4.5L12 13 3.5 8.5zM4 12.5l8 4.2 8-4.2M4 16.3l8 4.2 8-4.2',
  wholeScreen: 'M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5',
  ruler: 'M3.5 15.5l12-12 5 5-12 12zM7 12l2 2M10 9l1.5 1.5M13 6l2 2',
  fit: 'M4 8V4h4M16 4h4v4M20 16v4h-4M8 20H4v-4M9 9h6v6H9z',
  tack: 'M9 4h6l-1 6 3.5 3.5V15h-11v-1.5L10 10zM12 15v5.5',
  pin: 'M12 21s6.5-6 6.5-11a6.5 6.5 0 0 0-13 0C5.5 15 12 21 12 21zM12 12.2a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4z',
  offline:
    'M4 4l16 16M9 16.5a4.2 4.2 0 0 1 6 0M6 13a8.7 8.7 0 0 1 4.5-2.3M18 13a9 9 0 0 0-3-2M3 9.5a13 13 0 0 1 4-2.6M21 9.5A13 13 0 0 0 11 6M12 20h.01',
  database:
    'M12 9c4 0 7-1.2 7-2.8S16 3.5 12 3.5 5 4.7 5 6.2 8 9 12 9zM5 6.2v11.5c0 1.6 3 2.8 7 2.8s7-1.2 7-2.8V6.2M5 12c0 1.6 3 2.8 7 2.8s7-1.2 7-2.8',
  star: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1.1 5.9L12 16.9l-5.3 2.8 1.1-5.9L3.5 9.7l5.9-.8z',
  pushpin: 'M9 4h6l-.7 6 3.2 3.5H6.5L9.7 10zM12 13.5V20',
} as const

export type IconName = keyof typeof drawings

interface Look {
  readonly size?: number
  readonly style?: CSSProperties
}

/** A small drawing beside a word; never alone where the word can stand. */
export const Icon = ({ name, ...look }: Look & { name: IconName }) => (
  <Drawing lines={drawings[name]} {...look} />
)

/** Which drawing and which colour tell a table apart. */
export interface TableMarks {
  readonly icon: TableIcon | null
  readonly color: TableColor | null
}

/** The drawing of a table in its colour, beside its name. */
export function TableMark({ table, style, ...look }: Look & { table: TableMarks | undefined }) {
  const { icon, color } = table ?? {}
  return (
    <Drawing
      lines={icon ? tableIcons[icon] : drawings.table}
      style={{ ...(color && { color: colourOf(color) }), ...style }}
      {...look}
    />
  )
}

/** The colour of a table on the ground of the page, by day and by night. */
export const colourOf = (color: TableColor): string =>
  `light-dark(${tableColors[color].light}, ${tableColors[color].dark})`

/** @param lines the `d` of one path, on a field of 24 units */
export function Drawing({ lines, size = 18, style }: Look & { lines: string }) {
  return (
    <svg
      aria-hidden="true"
      focusable="false"
      width={size}
      height={size}
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.7}
      strokeLinecap="round"
      strokeLinejoin="round"
      style={{ flexShrink: 0, ...style }}
    >
      <path d={lines} />
    </svg>
  )
}
