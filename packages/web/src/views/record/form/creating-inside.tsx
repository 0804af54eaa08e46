import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type Creating, CreatingContext } from '../../../components/fields/creating.js'
import { showDone, showProblem } from '../../../components/notices.js'
import { useChanged } from '../../../core/application.js'
import { lazyPart } from '../../../core/lazy-part.js'
import { client } from '../../../core/session.js'

const NewInside = lazyPart(() => import('./new-inside.js'))

interface Asked {
  readonly table: string
  readonly name: string
  readonly onMade: (id: string, label: string) => void
}

/** A form within which records and words can be made that its fields lack. */
export function CreatingInside({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  const changed = useChanged()
  const [asked, setAsked] = useState<Asked>()
  const { mutate: addWord } = useMutation({
    mutationFn: ({ voc, def }: { voc: string; def: string; onMade: (word: string) => void }) =>
      client.vocabularies.addItem({ voc, def }),
    onSuccess: async (_reply, { def, onMade }) => {
      await changed({ of: 'vocabulary' })
      showDone(t('form.wordAdded', { word: def }))
      onMade(def)
    },
    onError: showProblem,
  })
  const creating = useMemo(
    (): Creating => ({
      record: (table, name, onMade) => setAsked({ table, name, onMade }),
      word: (voc, def, onMade) => addWord({ voc, def, onMade }),
    }),
    [addWord],
  )
  return (
    <CreatingContext value={creating}>
      {children}
      {asked && (
        <NewInside
          table={asked.table}
          name={asked.name}
          onMade={(id, label) => {
            asked.onMade(id, label)
            setAsked(undefined)
          }}
          onClose={() => setAsked(undefined)}
        />
      )}
    </CreatingContext>
  )
}
