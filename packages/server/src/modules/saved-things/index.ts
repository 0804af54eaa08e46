// What other modules may use of this one.
export type { SavedKind, SavedThing } from './saved-kind.js'
export { changeThing, listThings, ownedByPerson, saveThing, shareThing } from './service.js'
export { shareRoutes } from './share-routes.js'
export { contentText, missing, readContent } from './thing-input.js'
