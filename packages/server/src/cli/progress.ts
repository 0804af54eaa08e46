import type { Terminal } from './terminal.js'

/** Shows how far a long piece of work is. */
export interface Progress {
  /** @param done of `total`, in the same unit */
  update(done: number, total: number, text: string): void
  /** Leaves the line, so that what is said next stands below it. */
  end(): void
}

const width = 30
/**
 * A bar is drawn at most this often; where lines cannot be replaced, a line comes at each tenth of the work.
 */
const redrawMs = 100

export function showProgress(terminal: Terminal, now: () => number = Date.now): Progress {
  return terminal.redraw ? drawBar(terminal.redraw, terminal, now) : writeLines(terminal)
}

function drawBar(redraw: (line: string) => void, terminal: Terminal, now: () => number): Progress {
  const began = now()
  let drawn = Number.NEGATIVE_INFINITY
  let shown = false
  return {
    update(done, total, text) {
      const time = now()
      const part = total > 0 ? Math.min(1, done / total) : 1
      if (time - drawn < redrawMs && part < 1) return
      drawn = time
      shown = true
      const filled = Math.round(part * width)
      const seconds = part > 0 && part < 1 ? ((time - began) / part) * (1 - part) : 0
      const rest = seconds >= 2000 ? `, ${Math.ceil(seconds / 1000)} s left` : ''
      redraw(`[${'#'.repeat(filled)}${'-'.repeat(width - filled)}] ${percent(part)}  ${text}${rest}`)
    },
    end() {
      if (shown) terminal.note('')
    },
  }
}

function writeLines(terminal: Terminal): Progress {
  let tenths = 0
  return {
    update(done, total, text) {
      const part = total > 0 ? Math.min(1, done / total) : 1
      if (Math.floor(part * 10) <= tenths) return
      tenths = Math.floor(part * 10)
      terminal.note(`${percent(part)}  ${text}`)
    },
    end() {},
  }
}

const percent = (part: number): string => `${String(Math.floor(part * 100)).padStart(3)} %`
