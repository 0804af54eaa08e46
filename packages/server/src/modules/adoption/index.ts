// What the command line may use of this module.
export type { AdoptionReport } from './report.js'
export { adopt, planAdoption } from './service.js'
export { SourceProblem } from './sources/source.js'
