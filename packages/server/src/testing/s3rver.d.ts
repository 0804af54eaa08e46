declare module 's3rver' {
  /** An S3 server for tests; it brings no types of its own. */
  export default class S3rver {
    constructor(options: {
      readonly address: string
      readonly port: number
      readonly silent: boolean
      readonly directory: string
      readonly configureBuckets: readonly { readonly name: string; readonly configs: readonly string[] }[]
    })
    run(): Promise<{ readonly address: string; readonly port: number }>
    close(): Promise<void>
  }
}
