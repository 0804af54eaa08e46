import { AppError } from '../../../errors.js'
import { message } from '../../../message.js'

export const stopped = (): AppError => new AppError('overloaded', message('import_stopped', {}))
