import { Menu } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { showProblem } from '../../components/notices.js'
import { useApplication } from '../../core/application.js'
import { client } from '../../core/session.js'
import { layoutQueries } from '../../queries/layouts.js'
import type { WholeRecord } from '../../queries/records.js'
import { useLayoutChoice } from './layout-choice.js'

/** In which layout the record stands on the screen, and on paper. */
export function LayoutMenu({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { tb_id: table, rec_id: id } = record.metadata
  const { layout: shown, choose } = useLayoutChoice(table)
  const { data } = useQuery(layoutQueries.names(app, table))
  const print = useMutation({
    mutationFn: async (page: Window | null) => {
      const address = await client.records.print(table, id ?? 0, { template: shown }).url()
      if (page) page.location.href = address
      else window.location.assign(address)
    },
    onError: (error, page) => {
      page?.close()
      showProblem(error)
    },
  })
  const layouts = data?.templates ?? []
  return (
    <>
      {layouts.length > 0 && (
        <>
          <Menu.Label>{t('layouts.title')}</Menu.Label>
          <Menu.RadioGroup value={shown ?? ''} onChange={(name) => choose(id ?? 0, name || undefined)}>
            {['', ...layouts].map((layout) => (
              <Menu.RadioItem key={layout} value={layout} closeMenuOnClick>
                {layout || t('layouts.usual')}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Divider />
        </>
      )}
      {/* The window is opened by the click itself: browsers stop one that opens later. */}
      <Menu.Item
        leftSection={<Icon name="print" size={16} />}
        onClick={() => print.mutate(window.open('', '_blank'))}
      >
        {shown === undefined ? t('layouts.print') : t('layouts.printIn', { layout: shown })}
      </Menu.Item>
    </>
  )
}
