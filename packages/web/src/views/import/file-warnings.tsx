import { Alert, Spoiler } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { problemText } from '../../components/refusal.js'
import type { TablePreview } from './file-preview.js'

/** What is odd in a file and does not keep it from being read. */
export function FileWarnings({ preview: { warnings, warning_count } }: { preview: TablePreview }) {
  const { t, i18n } = useTranslation()
  if (warning_count === 0) return null
  return (
    <Alert
      mt="md"
      color="yellow"
      icon={<Icon name="warning" />}
      title={t('import.odd', { count: warning_count, number: warning_count.toLocaleString(i18n.language) })}
    >
      <Spoiler maxHeight={72} showLabel={t('import.showAll')} hideLabel={t('import.showLess')}>
        <ul className="problems">
          {warnings.map(({ line, ...warning }, place) => (
            <li key={place}>
              {line !== null && `${t('import.line', { line })}: `}
              {problemText(warning)}
            </li>
          ))}
        </ul>
      </Spoiler>
    </Alert>
  )
}
