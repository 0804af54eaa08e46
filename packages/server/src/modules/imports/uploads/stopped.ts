import { AppError } from '../../../errors.js'
import { say } from '../../../message.js'

export const stopped = (): AppError => new AppError('overloaded', say('import_stopped', {}))
