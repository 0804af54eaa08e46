import type { Connection, FieldDef, PoolClient, Submittable } from 'pg'

/** Asks the server what a statement would answer, without running it. */
class Description implements Submittable {
  fields: readonly FieldDef[] | undefined

  constructor(
    readonly text: string,
    readonly resolve: (fields: readonly FieldDef[] | undefined) => void,
    readonly reject: (error: Error) => void,
  ) {}

  submit(connection: Connection): void {
    connection.parse({ name: '', text: this.text, types: [] }, true)
    connection.describe({ type: 'S', name: '' }, true)
    connection.sync()
  }

  handleRowDescription({ fields }: { readonly fields: readonly FieldDef[] }): void {
    this.fields = fields
  }

  handleError(error: Error): void {
    this.reject(error)
  }

  handleReadyForQuery(): void {
    this.resolve(this.fields)
  }
}

/** The columns of what the statement answers; `undefined` when it answers no rows. */
export function describeStatement(
  client: PoolClient,
  text: string,
): Promise<readonly FieldDef[] | undefined> {
  return new Promise((resolve, reject) => {
    client.query(new Description(text, resolve, reject))
  })
}
