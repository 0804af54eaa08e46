import { afterAll } from 'vitest'
import { stopServices } from './services.js'

afterAll(stopServices)
