import { ApiError, withChangeSet } from '@trowel/client'
import type { FileObject } from '@trowel/contract/files.js'
import type { PictureMark } from '@trowel/contract/picture-marks.js'
import { client } from '../../../core/session.js'
import { merged } from './draft.js'

/**
 * Saves what was drawn on a picture. What others drew on it meanwhile stays.
 *
 * @returns the change set, to undo it
 */
export async function saveMarks(
  { id, marks: before }: Pick<FileObject, 'id' | 'marks'>,
  drawn: readonly PictureMark[],
): Promise<number | undefined> {
  const mine = drawn.filter(({ kind, text }) => kind !== 'text' || text?.trim())
  const save = async (marks: readonly PictureMark[], seen: readonly PictureMark[]) => {
    const body = { marks: [...marks], marks_before: [...seen] }
    return (await withChangeSet((options) => client.files.update(id, body, options))).changeSet
  }
  try {
    return await save(mine, before)
  } catch (error) {
    if (!(error instanceof ApiError && error.code === 'stale_record')) throw error
    const { files } = await client.files.list({ id })
    const theirs = files[0]?.marks ?? []
    return save(merged(before, mine, theirs), theirs)
  }
}
