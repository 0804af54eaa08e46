import { useTranslation } from 'react-i18next'
import type { ListingSearch } from '../core/listing-address.js'
import { Chip } from './chip.js'
import { FilterChips } from './filter/filter-chips.js'

type Selection = Pick<ListingSearch, 'q' | 'filter' | 'expert'>

/** What a listing was narrowed to before it was handed over, in words; each can be taken away. */
export function Narrowed({
  table,
  address: { q, filter, expert },
  onChange,
}: {
  table: string
  address: Selection
  onChange: (rest: Selection) => void
}) {
  const { t } = useTranslation()
  if (filter)
    return <FilterChips table={table} filter={filter} onChange={(rest) => onChange({ filter: rest })} />
  if (!expert && !q) return null
  return (
    <Chip removeLabel={t('filter.removeThis')} onRemove={() => onChange({})}>
      {expert ? (
        <>
          {t('expert.title')}: <code>{expert}</code>
        </>
      ) : (
        <>
          {t('listing.search')}: <strong>{q}</strong>
        </>
      )}
    </Chip>
  )
}
