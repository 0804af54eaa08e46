import { AppError } from '../../../errors.js'

export const stopped = (): AppError =>
  new AppError('overloaded', {
    text: 'The service is being stopped; nothing was imported. Start the import again.',
  })
