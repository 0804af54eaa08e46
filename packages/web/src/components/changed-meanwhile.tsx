import { Alert, Button, Stack, Table, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { ApiError } from '@trowel/client'
import { isObject } from '@trowel/contract/json.js'
import i18next from 'i18next'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from './icon.js'
import { showChoice, showProblem } from './notices.js'
import type { Loose } from './settings.js'
import { Failed } from './states.js'

/** What is something else by now than the person saw, where that is why a change was refused. */
export function changedMeanwhile(error: unknown): Loose | undefined {
  if (!(error instanceof ApiError) || error.code !== 'stale_record' || !isObject(error.detail))
    return undefined
  const { now } = error.detail
  return isObject(now) ? now : undefined
}

/** A setting that another person changed. */
interface Clash {
  readonly label: string
  /** What is typed here, where it is not what they left. */
  readonly mine: ReactNode
  readonly theirs: ReactNode
}

/** Says what others changed in a form meanwhile. What is typed stays, and a second save puts it in place. */
export function ChangedMeanwhile({
  clashes,
  onTake,
}: {
  clashes: readonly Clash[]
  /** The person would rather have what the others left. */
  onTake: () => void
}) {
  const { t } = useTranslation()
  const isApart = clashes.every(({ mine }) => mine === undefined)
  return (
    <Alert
      role="alert"
      color="yellow"
      variant="light"
      title={t('states.stale')}
      icon={<Icon name="warning" />}
    >
      <Stack gap="xs" align="flex-start">
        <Text size="sm">{t(isApart ? 'meanwhile.apart' : 'meanwhile.text')}</Text>
        {clashes.length > 0 && (
          <Table verticalSpacing={4}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('meanwhile.setting')}</Table.Th>
                {!isApart && <Table.Th scope="col">{t('meanwhile.mine')}</Table.Th>}
                <Table.Th scope="col">{t('meanwhile.theirs')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {clashes.map(({ label, mine, theirs }) => (
                <Table.Tr key={label}>
                  <Table.Th scope="row">{label}</Table.Th>
                  {!isApart && (
                    <Table.Td>
                      <Text size="sm" lineClamp={6}>
                        {mine ?? t('meanwhile.taken')}
                      </Text>
                    </Table.Td>
                  )}
                  <Table.Td>
                    <Text size="sm" lineClamp={6}>
                      {theirs}
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        )}
        {!isApart && (
          <Button size="compact-sm" variant="default" onClick={onTake}>
            {t('meanwhile.take')}
          </Button>
        )}
      </Stack>
    </Alert>
  )
}

/** Settings of a form as people know them, by the names that the service has for them. */
export type SettingWords = Readonly<
  Record<
    string,
    {
      readonly label: string
      /** What people call something that the setting names. */
      readonly nameOf?: (name: string) => string
    }
  >
>

/** Why a form was not saved. */
export function NotSaved({
  error,
  settings,
  draft,
  onTake,
}: {
  /** Null: there is nothing to say. */
  error: unknown
  settings: SettingWords
  draft: Loose
  /** @param names the settings in which the person would rather have what others left */
  onTake: (names: readonly string[]) => void
}) {
  const words = useSettingWords()
  if (error === null) return null
  const theirs = changedMeanwhile(error)
  if (!theirs) return <Failed error={error} />
  const clashes = Object.entries(settings)
    .filter(([name]) => name in theirs)
    .map(([name, { label, nameOf }]) => {
      const [mine, now] = [words(draft[name], nameOf), words(theirs[name], nameOf)]
      return { label, mine: mine === now ? undefined : mine, theirs: now }
    })
  return <ChangedMeanwhile clashes={clashes} onTake={() => onTake(Object.keys(theirs))} />
}

/** What a setting holds, in words. @param nameOf what people call something that it names */
export function useSettingWords(): (value: unknown, nameOf?: (name: string) => string) => string {
  const { t } = useTranslation()
  return (value, nameOf = (name) => name) => {
    if (typeof value === 'boolean') return t(value ? 'fields.yes' : 'fields.no')
    const names = Array.isArray(value) ? value.map(String) : [String(value ?? '')]
    return (
      names
        .filter((name) => name !== '')
        .map(nameOf)
        .join(', ') || t('conflict.nothing')
    )
  }
}

const noticeOfOrder = 'order-changed-meanwhile'

/**
 * Puts an order in the place of the one that the person saw. Where others made another one meanwhile, that is
 * shown, and a notice offers to put one's own in its place.
 *
 * @param put `isMeant`: in the place of any order that is there
 */
export async function saveOrder(
  put: (isMeant: boolean) => Promise<unknown>,
  changed: () => Promise<unknown>,
): Promise<void> {
  const tryTo = async (isMeant: boolean) => {
    try {
      await put(isMeant)
      notifications.hide(noticeOfOrder)
    } catch (error) {
      if (!changedMeanwhile(error)) showProblem(error)
      else
        showChoice(noticeOfOrder, i18next.t('states.stale'), i18next.t('meanwhile.order'), {
          label: i18next.t('meanwhile.myOrder'),
          act: () => void tryTo(true),
        })
    }
    await changed()
  }
  await tryTo(false)
}
