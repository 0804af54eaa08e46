import { afterAll, afterEach } from 'vitest'
import { describePages } from './browser.js'
import { stopServices } from './services.js'

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') console.error(`${task.name}\n${await describePages()}`)
})

afterAll(stopServices)
