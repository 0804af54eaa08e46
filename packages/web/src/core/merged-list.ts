/**
 * A list that was changed here, with what was changed of it elsewhere since: what came there comes in, what
 * went there goes.
 *
 * @param own as it is here by now
 * @param before as it was before the first change here
 * @param now as it is elsewhere
 * @param nameOf what tells one thing from all others
 * @param isNewestFirst what came elsewhere stands after what came here, otherwise at the end
 */
export function mergedList<One>(
  own: readonly One[],
  before: readonly One[],
  now: readonly One[],
  nameOf: (one: One) => string,
  isNewestFirst = false,
): One[] {
  const namesIn = (list: readonly One[]): ReadonlySet<string> => new Set(list.map(nameOf))
  const [ownNames, namesBefore, namesNow] = [namesIn(own), namesIn(before), namesIn(now)]
  const wasThere = (one: One): boolean => namesBefore.has(nameOf(one))
  const stays = own.filter((one) => namesNow.has(nameOf(one)) || !wasThere(one))
  const came = now.filter((one) => !wasThere(one) && !ownNames.has(nameOf(one)))
  return isNewestFirst
    ? [...stays.filter((one) => !wasThere(one)), ...came, ...stays.filter(wasThere)]
    : [...stays, ...came]
}
