// What other modules may use of this one.
export { emailOf, passwordProblem } from './account-rules.js'
export { createUser, setPassword } from './change-account.js'
export { guessableProblem } from './guessable-password.js'
export { requirePassword } from './presence.js'
export {
  type Account,
  accountByEmail,
  accountOf,
  findAccount,
  isPasswordOf,
  listUsers,
  noteLogin,
  readUser,
} from './service.js'
