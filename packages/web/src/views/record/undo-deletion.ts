import { useNavigate } from '@tanstack/react-router'
import { useApplication } from '../../app/application.js'
import { client } from '../../app/session.js'
import { showProblem } from '../../parts/notices.js'
import { useRestore } from '../../parts/versions/use-restore.js'

/** Brings a record back that was deleted a moment ago, and opens it. */
export function useUndoDeletion(table: string, id: number): () => Promise<void> {
  const { app } = useApplication()
  const navigate = useNavigate()
  const restore = useRestore(() =>
    navigate({ to: '/app/$app/record/$table/$id', params: { app, table, id: String(id) } }),
  )
  return async () => {
    try {
      const { versions } = await client.history.versions(table, id)
      const deletion = versions.find(({ operation }) => operation === 'delete')
      if (deletion) await restore.mutateAsync({ version: deletion.id })
    } catch (error) {
      showProblem(error)
    }
  }
}
