import { stratigraphicRelation } from '@trowel/contract/model/stratigraphic-relations.js'

/** The name of a relation as the newer end says it: `cuts`, also where it was written as `is_cut_by`. */
export function nameFromNewer(code: number): string {
  const relation = stratigraphicRelation(code)
  const seen = relation?.newer === 'second' ? stratigraphicRelation(relation.inverse) : relation
  return seen?.name ?? ''
}
