import type { CalibrateReply } from '@trowel/contract/radiocarbon.js'
import { AppError } from '../../errors.js'
import type { RequestScope } from '../../http/scope.js'
import { type Likelihood, levels, likelihoodOf, type Region, regionOf } from '../../radiocarbon/calibrate.js'

const mostPoints = 1000

/**
 * The calendar years of one radiocarbon age, with what it takes to draw them.
 *
 * @param age in years BP
 * @throws `curve_not_installed`
 */
export async function calibrateOne(
  scope: RequestScope,
  age: number,
  error: number,
): Promise<Omit<CalibrateReply, 'status'>> {
  const curve = await scope.calibration.curve()
  if (!curve) throw new AppError('curve_not_installed')
  const likelihood = likelihoodOf(curve, age, error)
  return {
    curve: curve.name,
    bp: age,
    error,
    cal_1s: likelihood ? onWire(regionOf(likelihood, levels.oneSigma)) : null,
    cal_2s: likelihood ? onWire(regionOf(likelihood, levels.twoSigma)) : null,
    density: likelihood ? thinned(likelihood) : [],
  }
}

const onWire = ({ range, parts }: Region) => ({ ...range, parts: [...parts] })

/** Less than this share of the highest density cannot be seen in a drawing. */
const visibleShare = 1e-4

/** The years that can be seen, or as many of them at equal distances as a drawing needs. */
function thinned({ from, densities }: Likelihood): { cal: number; density: number }[] {
  const least = densities.reduce((highest, one) => Math.max(highest, one), 0) * visibleShare
  const first = densities.findIndex((density) => density >= least)
  const last = densities.findLastIndex((density) => density >= least)
  const step = Math.ceil((last - first + 1) / mostPoints)
  const points: { cal: number; density: number }[] = []
  for (let place = first; place <= last; place += step) {
    points.push({ cal: from + place, density: densities[place] ?? 0 })
  }
  return points
}
