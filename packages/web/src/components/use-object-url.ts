import { useEffect, useState } from 'react'

/** An address at which the page can show bytes that it holds; none until there are any. */
export function useObjectUrl(content: Blob | undefined): string | undefined {
  const [made, setMade] = useState<{ readonly of: Blob; readonly address: string }>()
  useEffect(() => {
    if (!content) return
    const address = URL.createObjectURL(content)
    setMade({ of: content, address })
    return () => URL.revokeObjectURL(address)
  }, [content])
  return made && made.of === content ? made.address : undefined
}
