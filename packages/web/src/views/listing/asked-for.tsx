import { UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Chip } from '../../components/chip.js'
import { FilterChips } from '../../components/filter/filter-chips.js'
import { type ListingSearch, narrowedTo } from '../../core/listing-address.js'
import classes from './panel.module.css'

/** What the listing is narrowed to, in words, while the tool that says it is closed. */
export function AskedFor({
  table,
  address,
  tool,
  onChange,
  onExpert,
}: {
  table: string
  address: ListingSearch
  tool: 'filter' | 'expert' | undefined
  onChange: (address: ListingSearch) => void
  onExpert: () => void
}) {
  const { t } = useTranslation()
  const { filter, expert } = address
  if (filter && tool !== 'filter')
    return (
      <div className={classes['said']}>
        <FilterChips
          table={table}
          filter={filter}
          onChange={(rest) => onChange(narrowedTo(address, { filter: rest }))}
        />
      </div>
    )
  if (expert && tool !== 'expert')
    return (
      <div className={classes['said']}>
        <Chip removeLabel={t('expert.remove')} onRemove={() => onChange(narrowedTo(address, {}))}>
          <UnstyledButton fz="inherit" onClick={onExpert} title={t('expert.edit')}>
            {t('expert.title')}: <code>{expert}</code>
          </UnstyledButton>
        </Chip>
      </div>
    )
  return null
}
