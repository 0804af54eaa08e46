import { useState } from 'react'

/** What is typed in a form, over what is stored: where nothing is typed, it follows what others store. */
export function useTyped<Values extends object>(stored: Values) {
  const [typed, setTyped] = useState<Partial<Values>>({})
  return {
    /** What is typed alone. */
    typed,
    draft: { ...stored, ...typed },
    change: (part: Partial<Values>) => setTyped((now) => ({ ...now, ...part })),
    /** Nothing is typed any more. */
    forget: () => setTyped({}),
  }
}
