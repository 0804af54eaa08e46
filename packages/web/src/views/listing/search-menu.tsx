import { Menu } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { OpeningButton } from '../../components/opening-button.js'
import { addressOf, isSameView } from '../../components/saved-search.js'
import { type Table, useApplication } from '../../core/application.js'
import type { ListingSearch } from '../../core/listing-address.js'
import { searchQueries } from '../../queries/search.js'
import { SaveSearch } from './save-search.js'
import { SavedSearches } from './saved-searches.js'

/** Other ways of searching: what is written, and what was saved. */
export function SearchMenu({
  table,
  address,
  hasTabs = false,
  onExpert,
  onRun,
}: {
  table: Table
  address: ListingSearch
  /** Are the saved searches seen as tabs, too? */
  hasTabs?: boolean
  onExpert: () => void
  onRun: (address: ListingSearch) => void
}) {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const [isOpen, setOpen] = useState(false)
  const [saving, save] = useDisclosure(false)
  const [managing, manage] = useDisclosure(false)
  const { data } = useQuery({ ...searchQueries.saved(app), enabled: isOpen || managing })
  const ofTable = (data ?? []).filter(({ tb }) => tb === table.name)
  const groups = [
    ['searches.own', ofTable.filter(({ owned_by_me }) => owned_by_me)],
    ['searches.shared', ofTable.filter(({ owned_by_me }) => !owned_by_me)],
  ] as const
  return (
    <>
      <OpeningButton icon="bookmark" label={t('searches.title')} popup="menu">
        {(button) => (
          <Menu position="bottom-start" width={300} opened={isOpen} onChange={setOpen}>
            <Menu.Target>{button}</Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<Icon name="terminal" size={16} />} onClick={onExpert}>
                {t('searches.expert')}
              </Menu.Item>
              {mayAct(privileges.self_writer) && (
                <Menu.Item
                  leftSection={<Icon name="bookmark" size={16} />}
                  disabled={isSameView(address, {})}
                  onClick={save.open}
                >
                  {t('searches.save')}
                </Menu.Item>
              )}
              {groups.map(
                ([title, list]) =>
                  !hasTabs &&
                  list.length > 0 && (
                    <div key={title}>
                      <Menu.Label>{t(title)}</Menu.Label>
                      {list.map((saved) => (
                        <Menu.Item key={saved.id} onClick={() => onRun(addressOf(saved))}>
                          {saved.name}
                        </Menu.Item>
                      ))}
                    </div>
                  ),
              )}
              {data && data.length > 0 && (
                <>
                  <Menu.Divider />
                  <Menu.Item onClick={manage.open}>{t('searches.manage')}</Menu.Item>
                </>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </OpeningButton>
      {saving && (
        <SaveSearch
          table={table}
          address={address}
          onSaved={(id) => onRun({ ...address, view: id })}
          onClose={save.close}
        />
      )}
      {managing && <SavedSearches onClose={manage.close} />}
    </>
  )
}
