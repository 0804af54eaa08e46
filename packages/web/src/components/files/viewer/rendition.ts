import type { FileObject } from '@trowel/contract/files.js'
import { type PictureWidth, pictureWidths } from '@trowel/contract/model/picture-widths.js'
import { useEffect, useState } from 'react'
import { useConnection } from '../../../core/connection.js'
import { client } from '../../../core/session.js'

/** What most browsers cannot show, but of which the service makes copies that they can. */
export const onlyCopies: ReadonlySet<string> = new Set(['tif', 'tiff'])

/**
 * The smallest copy that is sharp where a picture is so many pixels of the screen wide; `undefined`: the
 * picture itself.
 */
export function copyFor(
  { ext, width }: Pick<FileObject, 'ext' | 'width'>,
  pixels: number,
): PictureWidth | undefined {
  if (ext === 'svg') return undefined
  // A tenth more is not seen, and often saves the larger one.
  const enough = pictureWidths.find((one) => one * 1.1 >= pixels)
  if (onlyCopies.has(ext)) return enough ?? pictureWidths.at(-1)
  // Of a file from before its size was written down, only the picture itself can tell it.
  if (enough === undefined || width === null || width <= enough) return undefined
  return enough
}

/**
 * A picture at once as the small copy that lists show, then as sharp as it is seen, and never less sharp
 * again. What the browser cannot show is left out.
 *
 * @param pixels how wide it is seen; `undefined`: not known yet
 */
export function useRendition(file: FileObject, pixels: number | undefined) {
  const connected = useConnection()
  const first = addressOf(file, 240)
  const best = [copyFor(file, pixels ?? 0), pictureWidths.at(-1)].map((width) => addressOf(file, width))
  const [shown, setShown] = useState<{ readonly address: string; readonly pixels: number }>()
  const [failed, setFailed] = useState<ReadonlySet<string>>(new Set())
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new connection is the reason to try again
  useEffect(() => setFailed(new Set()), [connected])
  const isSharper = pixels !== undefined && pixels > (shown?.pixels ?? 0)
  const wanted = isSharper ? best.find((one) => !failed.has(one)) : undefined
  const next = wanted === shown?.address ? undefined : wanted
  useEffect(() => {
    if (next === undefined || pixels === undefined) return
    const picture = new Image()
    picture.onload = () => setShown({ address: next, pixels })
    picture.onerror = () => setFailed((known) => new Set([...known, next]))
    picture.src = next
    return () => {
      picture.onload = null
      picture.onerror = null
      picture.src = ''
    }
  }, [next, pixels])
  const address = shown?.address ?? (failed.has(first) ? undefined : first)
  return {
    address,
    /** Is a sharper one on its way? */
    isComing: next !== undefined,
    isBroken: address === undefined && pixels !== undefined && next === undefined,
    connected,
    fail: (broken: string) => setFailed((known) => new Set([...known, broken])),
  }
}

/** Fetches the pictures beside this one, as large as they will be seen. */
export function usePreload(files: readonly (FileObject | undefined)[]): void {
  const addresses = files
    .flatMap((file) => (file?.is_image ? addressOf(file, copyFor(file, screenPixels())) : []))
    .join(' ')
  useEffect(() => {
    const pictures = addresses
      .split(' ')
      .filter(Boolean)
      .map((address) => {
        const picture = new Image()
        picture.fetchPriority = 'low'
        picture.src = address
        return picture
      })
    return () => {
      for (const picture of pictures) if (!picture.complete) picture.src = ''
    }
  }, [addresses])
}

const addressOf = (file: FileObject, width: PictureWidth | undefined): string =>
  client.files.url(file, width === undefined ? {} : { w: width })

const screenPixels = (): number => window.innerWidth * window.devicePixelRatio
