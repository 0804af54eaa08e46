/** What a map is drawn with by day and by night. */
export interface MapColours {
  readonly ground: string
  readonly grid: string
  readonly ink: string
  /** Around letters, so that they are read on every ground. */
  readonly halo: string
  readonly plain: string
  readonly chosen: `#${string}`
}

export const byDay: MapColours = {
  ground: '#f1eee8',
  grid: '#dcd7cd',
  ink: '#3b3732',
  halo: '#faf9f7',
  plain: '#a6572d',
  chosen: '#1d5f8a',
}

export const byNight: MapColours = {
  ground: '#26231f',
  grid: '#39352f',
  ink: '#e9e6e0',
  halo: '#1a1816',
  plain: '#d38f68',
  chosen: '#7fc0ea',
}
