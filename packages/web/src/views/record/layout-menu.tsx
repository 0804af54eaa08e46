import { Menu } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useApplication } from '../../app/application.js'
import { client } from '../../app/session.js'
import { Icon } from '../../parts/icon.js'
import { showProblem } from '../../parts/notices.js'
import type { WholeRecord } from './record.js'

/** In which layout the record stands on the screen, and on paper. */
export function LayoutMenu({ record }: { record: WholeRecord }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const navigate = useNavigate()
  const search = useSearch({ from: '/app/$app/record/$table/$id' })
  const { tb_id: table, rec_id: id } = record.metadata
  const { data } = useQuery({
    queryKey: [app, 'layouts', table, 'names'],
    queryFn: ({ signal }) => client.records.templates(table, { signal }),
  })
  const print = useMutation({
    mutationFn: async (page: Window | null) => {
      const address = await client.records.print(table, id ?? 0, { template: search.template }).url()
      if (page) page.location.href = address
      else window.location.assign(address)
    },
    onError: (error, page) => {
      page?.close()
      showProblem(error)
    },
  })
  const layouts = data?.templates ?? []
  const show = (template: string | undefined) => {
    if (id === null) return
    void navigate({
      to: '/app/$app/record/$table/$id',
      params: { app, table, id: String(id) },
      search: { ...search, template },
      replace: true,
    })
  }
  return (
    <>
      {layouts.length > 0 && (
        <>
          <Menu.Label>{t('layouts.title')}</Menu.Label>
          {[undefined, ...layouts].map((layout) => (
            <Menu.Item
              key={layout ?? ''}
              role="menuitemradio"
              aria-checked={search.template === layout}
              leftSection={<Icon name={search.template === layout ? 'check' : 'template'} size={16} />}
              onClick={() => show(layout)}
            >
              {layout ?? t('layouts.usual')}
            </Menu.Item>
          ))}
          <Menu.Divider />
        </>
      )}
      {/* The window is opened by the click itself: browsers stop one that opens later. */}
      <Menu.Item
        leftSection={<Icon name="print" size={16} />}
        onClick={() => print.mutate(window.open('', '_blank'))}
      >
        {search.template === undefined
          ? t('layouts.print')
          : t('layouts.printIn', { layout: search.template })}
      </Menu.Item>
    </>
  )
}
