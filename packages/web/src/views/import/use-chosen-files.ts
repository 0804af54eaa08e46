import { useCallback, useState } from 'react'
import { besides, type ChosenFiles, chosenFiles, type FileGap, gapOf, readAs } from './chosen-file.js'

/** The files that a person has dropped or chosen, or why nothing can be done with the last ones. */
export function useChosenFiles() {
  const [{ chosen, gap }, set] = useState<{ chosen?: ChosenFiles; gap?: FileGap }>({})
  const take = useCallback(async (files: readonly File[], kind: 'rows' | 'relations' = 'rows') => {
    const looked = await chosenFiles(files)
    set(({ chosen: before }) => {
      const found = looked && besides(before, readAs(looked, kind))
      const missing = gapOf(files, found)
      return missing
        ? { ...(before && { chosen: before }), gap: missing }
        : { ...(found && { chosen: found }) }
    })
  }, [])
  const clear = useCallback(() => set({}), [])
  const read = useCallback(
    (kind: 'rows' | 'relations') => set(({ chosen: now }) => (now ? { chosen: readAs(now, kind) } : {})),
    [],
  )
  return { chosen, gap, take, read, clear }
}
