import { useCallback, useState } from 'react'

/** Is the record being read, or edited? Reading is what a person comes for. */
export function useEditing() {
  const [editing, setEditing] = useState(false)
  return {
    editing,
    begin: useCallback(() => setEditing(true), []),
    end: useCallback(() => setEditing(false), []),
  }
}
