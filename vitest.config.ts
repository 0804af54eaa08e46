import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['packages/*/dist/**/*.test.js'],
    globalSetup: 'packages/server/dist/testing/postgres-server.js',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    pool: 'forks',
    maxWorkers: 2,
  },
})
