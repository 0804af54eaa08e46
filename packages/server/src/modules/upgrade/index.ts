// What other modules may use of this one.
export { type AppVersion, appVersions, type TriedUpgrade, tryUpgrade } from './outlook.js'
