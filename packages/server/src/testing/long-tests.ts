/**
 * Do tests run in their long form? `TROWEL_LONG_TESTS=1 npm test` runs all of them so, before a release: on
 * both engines also what is decided above the storage, more views in more looks, more kills.
 */
export const isLong = process.env['TROWEL_LONG_TESTS'] === '1'
