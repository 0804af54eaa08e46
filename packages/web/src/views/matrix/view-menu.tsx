import { Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../parts/icon.js'
import type { MatrixSearch } from './matrix-address.js'

/** As a drawing or as a list, with or without what follows from others. */
export function ViewMenu({
  search,
  onChange,
}: {
  search: MatrixSearch
  onChange: (change: Partial<MatrixSearch>) => void
}) {
  const { t } = useTranslation()
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon name={search.list ? 'matrix' : 'table'} size={16} />}
        onClick={() => onChange({ list: search.list ? undefined : true })}
      >
        {t(search.list ? 'matrix.asDrawing' : 'matrix.asList')}
      </Button>
      <Menu position="bottom-end" closeOnItemClick>
        <Menu.Target>
          <Button variant="default" leftSection={<Icon name="eye" size={16} />}>
            {t('matrix.view')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            role="menuitemcheckbox"
            aria-checked={search.implied === true}
            leftSection={
              <span style={{ visibility: search.implied ? 'visible' : 'hidden' }}>
                <Icon name="check" size={16} />
              </span>
            }
            onClick={() => onChange({ implied: search.implied ? undefined : true })}
          >
            {t('matrix.implied')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
