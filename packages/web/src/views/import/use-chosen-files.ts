import { useCallback, useState } from 'react'
import { type ChosenFiles, chosenFiles, type FileGap, gapOf, readAs } from './chosen-file.js'

/** The files that a person has dropped or chosen, or why nothing can be done with them. */
export function useChosenFiles() {
  const [chosen, setChosen] = useState<ChosenFiles>()
  const [gap, setGap] = useState<FileGap>()
  const take = useCallback(async (files: readonly File[], kind: 'rows' | 'relations' = 'rows') => {
    const looked = await chosenFiles(files)
    const found = looked && readAs(looked, kind)
    const missing = gapOf(files, found)
    setGap(missing)
    setChosen(missing ? undefined : found)
  }, [])
  const clear = useCallback(() => {
    setGap(undefined)
    setChosen(undefined)
  }, [])
  const read = useCallback((kind: 'rows' | 'relations') => setChosen((now) => now && readAs(now, kind)), [])
  return { chosen, gap, take, read, clear }
}
