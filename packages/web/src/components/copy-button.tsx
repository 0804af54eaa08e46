import { Button, type ButtonProps } from '@mantine/core'
import { useTimeout } from '@mantine/hooks'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.js'
import { showProblem } from './notices.js'

const shownMs = 2_000

interface Props extends ButtonProps {
  /** What is copied. */
  readonly text: string
  readonly label: string
}

/** Copies a text, and says that it did. */
export function CopyButton({ text, label, ...look }: Props) {
  const { t } = useTranslation()
  const [isCopied, setCopied] = useState(false)
  const { start } = useTimeout(() => setCopied(false), shownMs)
  const copy = async () => {
    if (!(await copyText(text))) return showProblem(new Error(t('copying.refused')))
    setCopied(true)
    start()
  }
  return (
    <Button
      {...look}
      leftSection={<Icon name={isCopied ? 'check' : 'copy'} size={14} />}
      onClick={() => void copy()}
    >
      {isCopied ? t('copying.done') : label}
    </Button>
  )
}

/** @returns whether the browser did it */
async function copyText(text: string): Promise<boolean> {
  try {
    if ('clipboard' in navigator) {
      await navigator.clipboard.writeText(text)
      return true
    }
  } catch {
    // Not allowed here; the older way may be.
  }
  return copySelected(text)
}

/**
 * Pages that come without encryption have no clipboard, as in most local networks; what is selected may be
 * copied there.
 */
function copySelected(text: string): boolean {
  const selection = document.getSelection()
  if (!selection) return false
  const before = Array.from({ length: selection.rangeCount }, (_, k) => selection.getRangeAt(k))
  const shown = document.createElement('span')
  shown.textContent = text
  shown.style.cssText = 'position: fixed; top: 0; opacity: 0; white-space: pre; user-select: text'
  document.body.append(shown)
  selection.selectAllChildren(shown)
  const isCopied = document.execCommand('copy')
  shown.remove()
  selection.removeAllRanges()
  for (const range of before) selection.addRange(range)
  return isCopied
}
