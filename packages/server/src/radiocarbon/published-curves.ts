import type { CurveSource } from '@trowel/contract/radiocarbon.js'

/** What is known of a published curve, so that no other file is taken for it. */
export interface PublishedCurve extends CurveSource {
  /** Between which calendar years its points lie how far apart. */
  readonly steps: readonly { readonly until: number; readonly step: number }[]
  /** Year, age and error of the first and of the last point. */
  readonly first: readonly [number, number, number]
  readonly last: readonly [number, number, number]
}

const atmosphericSteps = [
  { until: 5000, step: 1 },
  { until: 15_000, step: 5 },
  { until: 25_000, step: 10 },
  { until: 55_000, step: 20 },
]

/** The curves of the folder `curves`, which come with the service. */
const curves: readonly PublishedCurve[] = [
  {
    name: 'intcal20',
    title: 'IntCal20',
    citation: 'Reimer et al. 2020, Radiocarbon 62 (4), 725–757',
    doi: '10.1017/RDC.2020.41',
    steps: atmosphericSteps,
    first: [0, 199, 11],
    last: [55_000, 50_100, 1024],
  },
  {
    name: 'shcal20',
    title: 'SHCal20',
    citation: 'Hogg et al. 2020, Radiocarbon 62 (4), 759–778',
    doi: '10.1017/RDC.2020.59',
    steps: atmosphericSteps,
    first: [0, 174, 11],
    last: [55_000, 50_132, 1008],
  },
  {
    name: 'marine20',
    title: 'Marine20',
    citation: 'Heaton et al. 2020, Radiocarbon 62 (4), 779–820',
    doi: '10.1017/RDC.2020.68',
    steps: [{ until: 55_000, step: 10 }],
    first: [0, 603, 60],
    last: [55_000, 50_788, 991],
  },
]

export const publishedCurves: ReadonlyMap<string, PublishedCurve> = new Map(
  curves.map((curve) => [curve.name, curve]),
)

/** The curve of a date that names none. */
export const defaultCurve = 'intcal20'
