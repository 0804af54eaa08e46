/**
 * Who may call a route at all. The words are those of the privilege model; `docs/api/privileges.md` explains
 * them.
 */
export type Guard = 'public' | 'enter' | 'read' | 'create' | 'edit' | 'edit20' | 'admin' | 'super'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One row of the guard table: every route of the service has exactly one. */
export interface RouteGuard {
  readonly method: Method
  /** With `:name` for parameters. Ids match digits only. */
  readonly path: string
  readonly guard: Guard
  /**
   * Which level counts: the global one (absent), the effective level on the table named by path, query or
   * body (`table`), on the record concerned (`record`), or a rule of its own that the service decides
   * (`service`: own things, files, owner or super).
   */
  readonly on?: 'table' | 'record' | 'service'
  /** A person is needed, not an API key. */
  readonly human?: true
  /** A fresh password confirmation is needed. */
  readonly confirmed?: true
  /** An API key needs the right to manage, which it was given when it was made. */
  readonly manage?: true
}
