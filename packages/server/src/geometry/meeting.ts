import { readWkt } from '../formats/wkt.js'
import type { Box } from '../storage/wkt-box.js'
import { meetsBox } from './meets-box.js'

export interface MeetingTask {
  readonly wkts: readonly string[]
  readonly boxes: readonly Box[]
}

/** How many of the geometries share a point with one of the boxes. */
export function howManyMeet({ wkts, boxes }: MeetingTask): number {
  let meeting = 0
  for (const wkt of wkts) {
    const geometry = readWkt(wkt)
    if (geometry && boxes.some((box) => meetsBox(geometry, box))) meeting++
  }
  return meeting
}
