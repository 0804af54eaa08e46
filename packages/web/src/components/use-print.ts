import { useMutation } from '@tanstack/react-query'
import { showProblem } from './notices.js'

/**
 * Opens a page of paper in a window of its own. The window is opened by the click itself: browsers stop one
 * that opens later.
 */
export function usePrint(addressOf: () => Promise<string>) {
  const print = useMutation({
    mutationFn: async (page: Window | null) => {
      const address = await addressOf()
      if (page) page.location.href = address
      else window.location.assign(address)
    },
    onError: (error, page) => {
      page?.close()
      showProblem(error)
    },
  })
  return { isPending: print.isPending, print: () => print.mutate(window.open('', '_blank')) }
}
