/** Light as on paper, and dark where the viewer's screen is; printed it is always light. */
const colours = {
  light: {
    paper: '#ffffff',
    band: '#f5f4f0',
    ink: '#211f1b',
    quiet: '#6d685e',
    line: '#57534a',
    box: '#ffffff',
    group: '#e8eef4',
    edge: '#3b3832',
    pale: '#8f897d',
    paleEdge: '#c4beb2',
    loop: '#bb1e10',
    loopBox: '#fdeae7',
  },
  dark: {
    paper: '#191816',
    band: '#21201d',
    ink: '#eeeae1',
    quiet: '#a39d90',
    line: '#a8a294',
    box: '#2a2825',
    group: '#26313b',
    edge: '#c9c3b6',
    pale: '#857f73',
    paleEdge: '#55514a',
    loop: '#ff7a6b',
    loopBox: '#43211d',
  },
} as const

type Colours = Readonly<Record<keyof (typeof colours)['light'], string>>

const painted = (c: Colours): string =>
  `.hm-paper{fill:${c.paper}}.hm-band{fill:${c.band}}.hm text{fill:${c.ink}}.hm .hm-quiet{fill:${c.quiet}}` +
  `.hm-line{stroke:${c.line}}.hm-box rect{fill:${c.box};stroke:${c.edge}}.hm-group rect{fill:${c.group}}` +
  `.hm-line.hm-pale{stroke:${c.paleEdge}}.hm-box.hm-pale rect{fill:${c.paper};stroke:${c.paleEdge}}.hm .hm-pale text,.hm text.hm-pale{fill:${c.pale}}` +
  `.hm-line.hm-loop{stroke:${c.loop}}.hm-arrow{fill:${c.loop}}.hm-box.hm-loop rect{fill:${c.loopBox};stroke:${c.loop}}` +
  `.hm .hm-wrong{fill:${c.loop}}`

export const nameSize = 12
export const dateSize = 9.5

/** What the drawing looks like; every class begins with `hm`, so that it may stand inside a page. */
export const style =
  `.hm{font-family:"Helvetica Neue",Helvetica,Arial,"Liberation Sans","DejaVu Sans",sans-serif;font-size:${nameSize}px}` +
  `.hm text{unicode-bidi:plaintext}.hm-heading{font-size:20px;font-weight:600}.hm-level{font-size:10px;text-anchor:end}` +
  `.hm-box text{text-anchor:middle}.hm-box .hm-date{font-size:${dateSize}px}.hm-box rect{stroke-width:1.2}` +
  `.hm-line{fill:none;stroke-width:1.2}.hm-line.hm-loop{stroke-width:1.8}` +
  painted(colours.light) +
  `@media screen and (prefers-color-scheme:dark){${painted(colours.dark)}}`
