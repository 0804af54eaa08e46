// What other modules may use of this one.
export type { SavedKind, SavedThing } from './saved-kind.js'
export {
  changeDefinition,
  changeThing,
  contentText,
  listThings,
  missing,
  ownedByPerson,
  readContent,
  saveThing,
  shareThing,
} from './service.js'
export { shareRoutes } from './share-routes.js'
