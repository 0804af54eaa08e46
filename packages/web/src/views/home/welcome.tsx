import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { Markdown } from '../../components/markdown.js'
import { Failed, Waiting } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { welcomeQueries } from '../../queries/service.js'

const WelcomeForm = lazy(() => import('./welcome-form.js'))

/** What people read when they come in; administrators write it. */
export function Welcome({ editing, onEnd }: { editing: boolean; onEnd: () => void }) {
  const { app, info } = useApplication()
  const { data, isError, error } = useQuery(welcomeQueries.text(app))
  if (isError) return <Failed error={error} />
  if (!data) return null
  if (editing)
    return (
      <Suspense fallback={<Waiting />}>
        <WelcomeForm content={data.content} onEnd={onEnd} />
      </Suspense>
    )
  const body = beyondTitle(data.content, info)
  return body === '' ? null : <Markdown text={body} />
}

/** The text without what the heading of the page says already. */
function beyondTitle(content: string, { name, definition }: { name: string; definition: string }): string {
  const [first = '', ...rest] = content.trim().split('\n')
  const isTitle = /^#\s/.test(first) && first.slice(1).trim().toLowerCase() === name.toLowerCase()
  const body = (isTitle ? rest.join('\n') : content).trim()
  return body === definition.trim() ? '' : body
}
