import { cpus } from 'node:os'
import { type Config, readConfig } from './config.js'

/**
 * Settings from the environment and, where there is one, the file `.env` of the folder in which the service
 * starts. @throws ConfigError
 */
export function configFromEnvironment(): Config {
  try {
    process.loadEnvFile('.env')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  return readConfig(process.env, cpus().length)
}
