// What other modules may use of this one.
export { addFeature, changeFeatures, type FeatureChange, removeFeatures } from './change-features.js'
export { geoPart, setGeometries } from './service.js'
