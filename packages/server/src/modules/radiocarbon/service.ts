import type { CalibrateReply } from '@trowel/contract/radiocarbon.js'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../errors.js'
import { operatorScope } from '../../http/operator-scope.js'
import type { RequestScope } from '../../http/scope.js'
import type { Services } from '../../http/services.js'
import { message } from '../../message.js'
import { type Likelihood, levels, likelihoodOf, type Region, regionOf } from '../../radiocarbon/calibrate.js'
import { sourceOf } from '../../radiocarbon/calibration-curve.js'
import { defaultCurve, publishedCurves } from '../../radiocarbon/published-curves.js'
import { calibrateWaiting } from '../../records/radiocarbon/recalibrate.js'

const maxPoints = 1000

/**
 * The calendar years of one radiocarbon age, with what it takes to draw them.
 *
 * @param age in years BP
 * @param curveName empty for the default one
 * @throws `invalid_parameter` for a curve that is not here
 */
export async function calibrateOne(
  scope: RequestScope,
  age: number,
  error: number,
  curveName: string,
): Promise<Omit<CalibrateReply, 'status'>> {
  const curve = await scope.calibration.curve(curveName.trim().toLowerCase() || defaultCurve)
  if (!curve) {
    const shipped = [...publishedCurves.keys()].join(', ')
    throw new AppError('invalid_parameter', {
      ...message('curve_unknown', { curves: shipped }),
      detail: 'curve',
    })
  }
  const likelihood = likelihoodOf(curve, age, error)
  return {
    curve: curve.name,
    source: sourceOf(curve),
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
  const step = Math.ceil((last - first + 1) / maxPoints)
  const points: { cal: number; density: number }[] = []
  for (let place = first; place <= last; place += step) {
    points.push({ cal: from + place, density: densities[place] ?? 0 })
  }
  return points
}

/**
 * When the service listens: dates that wait for a curve which is here by now are calibrated, one application
 * after the other.
 */
export function calibrateAtStart(server: FastifyInstance, services: Services): void {
  const stop = new AbortController()
  let running = Promise.resolve()
  server.addHook('onListen', async () => {
    running = calibrateAll(server, services, stop.signal)
  })
  server.addHook('onClose', async () => {
    stop.abort()
    await running
  })
}

async function calibrateAll(
  { log }: FastifyInstance,
  services: Services,
  signal: AbortSignal,
): Promise<void> {
  try {
    for (const name of await services.applications.names()) {
      if (signal.aborted) return
      const application = await services.applications.open(name)
      // An older database first becomes what this service reads.
      if (!application || application.pendingMigrations.length > 0) continue
      // That some dates have no usable age was said when they were written.
      const quiet = log.child({ app: name }, { level: 'error' })
      await calibrateWaiting({ ...operatorScope(services, application), log: quiet }, signal)
    }
  } catch (error) {
    if (!signal.aborted)
      log.error(
        { err: error },
        'radiocarbon dates that wait for a curve were not calibrated; the next start tries again',
      )
  }
}
