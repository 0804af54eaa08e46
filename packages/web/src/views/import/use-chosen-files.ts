import { useCallback, useState } from 'react'
import { type ChosenFiles, chosenFiles, type FileGap, gapOf } from './chosen-file.js'

/** The files that a person has dropped or chosen, or why nothing can be done with them. */
export function useChosenFiles() {
  const [chosen, setChosen] = useState<ChosenFiles>()
  const [gap, setGap] = useState<FileGap>()
  const take = useCallback(async (files: readonly File[]) => {
    const found = await chosenFiles(files)
    const missing = gapOf(files, found)
    setGap(missing)
    setChosen(missing ? undefined : found)
  }, [])
  const clear = useCallback(() => {
    setGap(undefined)
    setChosen(undefined)
  }, [])
  return { chosen, gap, take, clear }
}
