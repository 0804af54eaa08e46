import type { PicturePoint } from '@trowel/contract/picture-marks.js'

const middle: PicturePoint = [0.5, 0.5]

export const pointOrMiddle = (point: PicturePoint | null): PicturePoint => point ?? middle

/** For `object-position`: where a picture larger than its frame lies, so that the point is in sight. */
export const placeOf = (point: PicturePoint | null): string =>
  pointOrMiddle(point)
    .map((part) => `${Math.round(part * 1000) / 10}%`)
    .join(' ')

/**
 * The point once the picture has been moved below its frame. In a direction in which the picture is not
 * larger than the frame nothing moves.
 *
 * @param by to the right and down, in pixels
 * @param frame width and height, in pixels
 * @param picture width and height, in any measure
 */
export function movedPoint(
  point: PicturePoint,
  by: PicturePoint,
  frame: PicturePoint,
  picture: PicturePoint,
): PicturePoint {
  const scale = Math.max(frame[0] / picture[0], frame[1] / picture[1])
  const along = (axis: 0 | 1): number => {
    const hidden = picture[axis] * scale - frame[axis]
    if (!(hidden > 0.5)) return point[axis]
    return Math.round(Math.min(Math.max(point[axis] - by[axis] / hidden, 0), 1) * 1000) / 1000
  }
  return [along(0), along(1)]
}
