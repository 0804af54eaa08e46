import { defaultStyle } from '@trowel/contract/citations.js'
import { citationCleaner } from '../citations/index.js'
import type { Conversion } from './adopted-table.js'
import { placesOf } from './in-order.js'
import { problemOfRecord } from './links.js'
import { integerOf, integerOrNull, isOn, momentOf, textOf, textOrNull } from './source-rows.js'

const libraries: Conversion = {
  from: 'bdus_zotero_libs',
  to: 'sys_refman_libs',
  otherColumns: ['zotero_id'],
  begin({ means, references, now }, notes) {
    const known = new Set<string>()
    return (row, id) => {
      const [type, refmanId] = [textOf(row['type']), textOf(row['zotero_id']).trim()]
      if (type !== 'user' && type !== 'group')
        return notes.leaveOut(id, 'it is no library of a user or a group')
      if (!/^[A-Za-z0-9_-]{1,64}$/.test(refmanId)) return notes.leaveOut(id, 'its number is none')
      if (known.has(`${type} ${refmanId}`)) return notes.leaveOut(id, 'said twice')
      known.add(`${type} ${refmanId}`)
      references.add('sys_refman_libs', id, {})
      const key = textOf(row['api_key']).trim()
      return {
        type,
        refman_id: refmanId,
        name: textOf(row['name']),
        api_key: key === '' ? null : (means?.sealKey({ type, refmanId }, key) ?? null),
        citation_style: textOf(row['citation_style']) || defaultStyle,
        created_at: momentOf(row['created_at']) ?? now,
      }
    }
  },
}

const citations: Conversion = {
  from: 'bdus_zotero_links',
  to: 'sys_refman_links',
  otherColumns: ['zotero_key', 'zotero_version'],
  async begin(adoption, notes) {
    const { configuration, references, now, source } = adoption
    const places = await placesOf(source, notes, ['tb', 'record_id'])
    const clean = await citationCleaner()
    return (row, id) => {
      const table = configuration.naming(row['tb'])
      const record = integerOf(row['record_id'])
      const library = integerOf(row['lib_id'])
      const problem = problemOfRecord(adoption, table, record)
      if (problem !== undefined || record === undefined)
        return notes.leaveOut(id, problem ?? 'its record is gone')
      if (library === undefined || !references.has('sys_refman_libs', library))
        return notes.leaveOut(id, 'its library is gone')
      const citation = textOrNull(row['full_citation'])
      return {
        tb: table,
        record_id: record,
        lib_id: library,
        refman_key: textOf(row['zotero_key']),
        pages: textOrNull(row['pages']),
        notes: textOrNull(row['notes']),
        sort: places.get(id) ?? null,
        author_year: textOrNull(row['author_year']),
        // Cleaned like what comes from outside: the old service kept it as it came.
        full_citation: citation === null ? null : clean(citation),
        refman_version: integerOrNull(row['zotero_version']),
        synced_at: momentOf(row['synced_at']),
        detached: isOn(row['detached']) ? 1 : 0,
        created_at: momentOf(row['created_at']) ?? now,
      }
    }
  },
}

export const citationConversions: readonly Conversion[] = [libraries, citations]
