import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { type Config, ConfigError, readConfig } from './config.js'

/**
 * Settings from the environment and, where there is one, the file `.env` of the folder in which the service
 * starts. @throws ConfigError
 */
export function configFromEnvironment(): Config {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') {
      throw new ConfigError(
        `The settings in ${resolve('.env')} cannot be read. Make it a file that the service may read, or remove it.`,
        { cause: error },
      )
    }
  }
  return readConfig(process.env, cpus().length)
}
