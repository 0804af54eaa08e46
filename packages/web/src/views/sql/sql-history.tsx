import { Button, Menu, Text } from '@mantine/core'
import { useSessionStorage } from '@mantine/hooks'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'

const maxStatements = 30

/** What was run in this tab, newest first; it goes with the tab. */
export function useSqlHistory(app: string) {
  const [statements, setStatements] = useSessionStorage<string[]>({
    key: `trowel.sql.${app}`,
    defaultValue: [],
    getInitialValueInEffect: false,
  })
  return {
    statements,
    keep: (statement: string) =>
      setStatements((before) =>
        [statement, ...before.filter((one) => one !== statement)].slice(0, maxStatements),
      ),
  }
}

export function SqlHistory({
  statements,
  onChoose,
}: {
  statements: readonly string[]
  onChoose: (statement: string) => void
}) {
  const { t } = useTranslation()
  if (statements.length === 0) return null
  return (
    <Menu position="bottom-end" width={460}>
      <Menu.Target>
        <Button variant="default" leftSection={<Icon name="history" size={16} />}>
          {t('sql.history')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflow: 'auto' }}>
        {statements.map((statement) => (
          <Menu.Item key={statement} onClick={() => onChoose(statement)}>
            <Text size="xs" ff="monospace" lineClamp={2}>
              {statement}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
