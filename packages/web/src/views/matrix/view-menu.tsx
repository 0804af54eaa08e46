import { Button, Menu } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
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
          <Menu.CheckboxItem
            closeMenuOnClick
            checked={search.implied === true}
            onChange={(implied) => onChange({ implied: implied || undefined })}
          >
            {t('matrix.implied')}
          </Menu.CheckboxItem>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}
