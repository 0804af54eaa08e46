import { Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

const units = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const

/** "3 hours ago"; the moment itself stands in the tip. */
export function WhenText({ time }: { time: string }) {
  const { i18n } = useTranslation()
  const moment = new Date(time)
  const seconds = (moment.getTime() - Date.now()) / 1000
  const [unit, size] = units.find(([, length]) => Math.abs(seconds) >= length) ?? (['minute', 60] as const)
  const words = new Intl.RelativeTimeFormat(i18n.language, { numeric: 'auto' })
  return (
    <Text
      component="time"
      size="sm"
      c="dimmed"
      dateTime={time}
      title={moment.toLocaleString(i18n.language)}
      style={{ whiteSpace: 'nowrap' }}
    >
      {words.format(Math.round(seconds / size), unit)}
    </Text>
  )
}
