export { howManyMeet as default } from './meeting.js'
