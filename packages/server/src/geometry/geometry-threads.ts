import { boundedThreads } from '../bounded-threads.js'
import { message } from '../message.js'
import { type GeometryTask, geometryJson } from './geometry-json.js'
import { howManyMeet, type MeetingTask } from './meeting.js'

/**
 * So much text of geometries is read in some twenty milliseconds; a coastline takes a few tenths of a second,
 * in which no other request is answered.
 */
export const quicklyRead = 512 * 1024

/** So much text goes to a thread at once, or one geometry that is longer. */
const maxConcurrent = 4 * 1024 * 1024

/** How long a batch may take, waiting for the others included. */
const limitMs = 30_000

const refusal = message('geometries_take_too_long', {})

const writeInThread = boundedThreads<readonly GeometryTask[], (string | undefined)[]>({
  worker: new URL('./geometry-worker.js', import.meta.url),
  maxThreads: 1,
  maxWaiting: 32,
  mebibytes: 1024,
  refusal,
})

const countInThread = boundedThreads<MeetingTask, number>({
  worker: new URL('./meeting-worker.js', import.meta.url),
  maxThreads: 1,
  maxWaiting: 32,
  mebibytes: 1024,
  refusal,
})

/** `howManyMeet`, in a thread where it is much work. @throws `overloaded` */
export async function countMeeting(task: MeetingTask): Promise<number> {
  const length = task.wkts.reduce((sum, wkt) => sum + wkt.length, 0)
  return length <= quicklyRead ? howManyMeet(task) : countInThread(task, limitMs)
}

/**
 * `geometryJson` for any number of geometries, batch by batch and in a thread where it is much work.
 *
 * @throws `overloaded`
 */
export async function* geometryTexts(
  tasks: readonly GeometryTask[],
): AsyncGenerator<readonly (string | undefined)[]> {
  for (let from = 0; from < tasks.length; ) {
    let [to, length] = [from, 0]
    for (; to < tasks.length; to++) {
      const more = tasks[to]?.wkt.length ?? 0
      if (to > from && length + more > maxConcurrent) break
      length += more
    }
    const batch = tasks.slice(from, to)
    yield length <= quicklyRead ? geometryJson(batch) : await writeInThread(batch, limitMs)
    from = to
  }
}

/** The same, all of them at once. @throws `overloaded` */
export async function allGeometryTexts(
  tasks: readonly GeometryTask[],
): Promise<readonly (string | undefined)[]> {
  const texts: (string | undefined)[] = []
  for await (const batch of geometryTexts(tasks)) texts.push(...batch)
  return texts
}
