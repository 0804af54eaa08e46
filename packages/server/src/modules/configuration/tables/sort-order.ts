import { refuseLostOrder } from '../../../changed-meanwhile.js'
import { AppError, type FieldProblem } from '../../../errors.js'
import { message } from '../../../message.js'
import { textsOf } from '../input-values.js'

/**
 * All names: first those of the list, in its order, then the others as they were.
 *
 * @param before the order that the caller saw; without it nothing is compared
 * @throws `error_sort_update` when the list is none, names something unknown, or one name twice;
 *   `stale_record` where the names are in another order by now than the caller saw
 */
export function orderedNames(list: unknown, before: unknown, names: readonly string[]): string[] {
  const wanted = textsOf(list)
  if (!wanted) throw new AppError('error_sort_update', message('sort_needed', {}))
  const errors = wanted.flatMap((name, index): FieldProblem[] => {
    const field = `sort[${index}]`
    if (!names.includes(name)) return [{ field, code: 'unknown_name', ...message('there_is_no', { name }) }]
    if (wanted.indexOf(name) < index)
      return [{ field, code: 'repeated_name', ...message('listed_twice', { name }) }]
    return []
  })
  const seen = before === undefined || before === null ? undefined : textsOf(before)
  if (seen === undefined && before !== undefined && before !== null)
    errors.push({ field: 'before', code: 'invalid_value', ...message('sort_needed', {}) })
  if (errors.length > 0) throw new AppError('error_sort_update', { errors })
  const after = [...wanted, ...names.filter((name) => !wanted.includes(name))]
  refuseLostOrder({ before: seen, now: names, after }, 'sort')
  return after
}
