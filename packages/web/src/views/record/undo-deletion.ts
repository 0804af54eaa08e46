import { useNavigate } from '@tanstack/react-router'
import { showProblem } from '../../components/notices.js'
import { useRestore } from '../../components/versions/use-restore.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'

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
