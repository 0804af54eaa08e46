import { Button, TextInput } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearch } from '@tanstack/react-router'
import { privileges } from '@trowel/contract/privileges.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Icon } from '../../components/icon.js'
import { Page } from '../../components/page.js'
import { Empty, Loaded } from '../../components/states.js'
import { useApplication } from '../../core/application.js'
import { vocabularyQueries } from '../../queries/vocabularies.js'
import { NewVocabulary } from './new-vocabulary.js'
import classes from './vocabularies.module.css'
import type { Vocabulary } from './vocabulary.js'
import { VocabularyPanel } from './vocabulary-panel.js'

/** The lists of words that fields offer: on the left all of them, beside it one. */
export function Vocabularies() {
  const { t } = useTranslation()
  const { app, mayAct } = useApplication()
  const [adding, { open, close }] = useDisclosure(false)
  const query = useQuery(vocabularyQueries.all(app))
  const mayEdit = mayAct(privileges.admin)
  return (
    <Page
      title={t('navigation.vocabularies')}
      note={t(mayEdit ? 'vocabularies.note' : 'vocabularies.noteReader')}
      actions={
        mayEdit && (
          <Button onClick={open} leftSection={<Icon name="plus" size={16} />}>
            {t('vocabularies.new')}
          </Button>
        )
      }
    >
      <Loaded query={query}>
        {({ vocs }) =>
          vocs.length === 0 ? (
            <Empty icon="vocabulary" title={t('vocabularies.none')}>
              {mayEdit && t('vocabularies.noneText')}
            </Empty>
          ) : (
            <Both vocs={vocs} mayEdit={mayEdit} />
          )
        }
      </Loaded>
      {adding && <NewVocabulary known={query.data?.vocs ?? []} onClose={close} />}
    </Page>
  )
}

const manyVocabularies = 12

function Both({ vocs, mayEdit }: { vocs: readonly Vocabulary[]; mayEdit: boolean }) {
  const { t } = useTranslation()
  const { app } = useApplication()
  const { name } = useSearch({ from: '/app/$app/vocabularies' })
  const [searched, search] = useState('')
  const wanted = searched.trim().toLowerCase()
  const shown = vocs.filter(
    (voc) =>
      voc.name.toLowerCase().includes(wanted) ||
      voc.items.some(({ def }) => def.toLowerCase().includes(wanted)),
  )
  const chosen = vocs.find((voc) => voc.name === name) ?? vocs[0]
  return (
    <div className={classes['both']}>
      <nav className={classes['names']} aria-label={t('navigation.vocabularies')}>
        {vocs.length > manyVocabularies && (
          <TextInput
            type="search"
            mb="xs"
            aria-label={t('vocabularies.search')}
            placeholder={t('vocabularies.search')}
            leftSection={<Icon name="search" size={15} />}
            value={searched}
            onChange={(event) => search(event.currentTarget.value)}
          />
        )}
        <ul>
          {shown.map((voc) => (
            <li key={voc.name}>
              <Link
                to="/app/$app/vocabularies"
                params={{ app }}
                search={{ name: voc.name }}
                className={classes['name']}
                aria-current={voc === chosen ? 'true' : undefined}
              >
                <span>{voc.name}</span>
                <span className={`${classes['count']} numbers`}>{voc.items.length}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {chosen && <VocabularyPanel key={chosen.name} vocabulary={chosen} mayEdit={mayEdit} />}
    </div>
  )
}
