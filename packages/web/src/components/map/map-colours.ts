/** What a map is drawn with by day and by night. */
export interface MapColours {
  readonly scheme: 'light' | 'dark'
  readonly ground: string
  readonly grid: string
  readonly ink: string
  /** Around letters, so that they are read on every ground. */
  readonly halo: string
  readonly plain: string
  readonly chosen: `#${string}`
  /** Of a map of streets and waters that lies below. */
  readonly land: string
  readonly green: string
  readonly water: string
  readonly building: string
  readonly road: string
  readonly roadEdge: string
  readonly border: string
}

export const byDay: MapColours = {
  scheme: 'light',
  ground: '#f1eee8',
  grid: '#dcd7cd',
  ink: '#3b3732',
  halo: '#faf9f7',
  plain: '#a6572d',
  chosen: '#1d5f8a',
  land: '#f1eee8',
  green: '#dde6d0',
  water: '#c3d7e2',
  building: '#ddd6ca',
  road: '#fffefb',
  roadEdge: '#d3cabb',
  border: '#a79c8b',
}

export const byNight: MapColours = {
  scheme: 'dark',
  ground: '#26231f',
  grid: '#39352f',
  ink: '#e9e6e0',
  halo: '#1a1816',
  plain: '#d38f68',
  chosen: '#7fc0ea',
  land: '#26231f',
  green: '#2b3226',
  water: '#22333d',
  building: '#383229',
  road: '#4a443b',
  roadEdge: '#332e27',
  border: '#7a7063',
}

/** White, without the lines of degrees: a sheet has a grid of its own. */
export const onPaper: MapColours = { ...byDay, ground: '#ffffff', land: '#ffffff', grid: '#ffffff00' }
