import { Anchor, Kbd, Text } from '@mantine/core'
import { Fragment } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../components/dialog.js'
import { documentation } from '../components/documentation.js'
import { useApplication } from '../core/application.js'
import { command } from '../core/keyboard.js'
import classes from './help.module.css'

/** What one should know to begin with. */
const ideas = ['records', 'search', 'relations', 'vocabularies', 'undo', 'offline'] as const

/** Keys that are pressed together stand together; alternatives follow each other. */
const shortcuts = {
  everywhere: { palette: [[command, 'K']], help: [['?']], close: [['Esc']] },
  list: {
    move: [['↑'], ['↓']],
    page: [['Page ↑'], ['Page ↓']],
    ends: [['Home'], ['End']],
    open: [['Enter']],
    extend: [
      ['⇧', '←'],
      ['⇧', '→'],
      ['⇧', '↑'],
      ['⇧', '↓'],
    ],
    edit: [['F2']],
    copy: [
      [command, 'C'],
      [command, 'V'],
    ],
    fill: [[command, 'D']],
    clear: [['Del']],
  },
  record: {
    neighbours: [
      ['Alt', '←'],
      ['Alt', '→'],
    ],
    save: [[command, 'S']],
  },
  changes: {
    undo: [[command, 'Z']],
    redo: [
      [command, '⇧', 'Z'],
      [command, 'Y'],
    ],
  },
  picture: { turn: [['←'], ['→']], zoom: [['+'], ['−'], ['0']], details: [['I']], download: [['D']] },
  matrix: { walk: [['←'], ['→'], ['↑'], ['↓']], zoom: [['+'], ['−'], ['0']], open: [['Enter']] },
  map: { move: [['←'], ['→'], ['↑'], ['↓']], zoom: [['+'], ['−']] },
} as const

/** Keys on which words stand, other ones in each language. */
const keyNames = {
  Enter: 'help.keyNames.enter',
  Home: 'help.keyNames.home',
  End: 'help.keyNames.end',
  Del: 'help.keyNames.delete',
  'Page ↑': 'help.keyNames.pageUp',
  'Page ↓': 'help.keyNames.pageDown',
} as const

const isNamed = (key: string): key is keyof typeof keyNames => Object.hasOwn(keyNames, key)

/** The main ideas in a few sentences, and what can be done with keys. */
export default function Help({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { tables } = useApplication()
  const hasRelations = tables.some((table) => table.rs)
  return (
    <Dialog onClose={onClose} title={t('person.help')} size={860} centered={false}>
      <div className={classes['columns']}>
        <section aria-labelledby="help-ideas">
          <h3 id="help-ideas">{t('help.ideas')}</h3>
          {ideas.map((idea) =>
            idea === 'relations' && !hasRelations ? null : (
              <Text key={idea} size="sm" mb="sm">
                <strong>{t(`help.${idea}.title`)}</strong> {t(`help.${idea}.text`)}
              </Text>
            ),
          )}
          <Text size="sm">
            <Anchor href={documentation()} target="_blank" inherit underline="always">
              {t('person.documentation')}
            </Anchor>
            : {t('person.documentationHint')}
          </Text>
        </section>
        <section aria-labelledby="help-keys">
          <h3 id="help-keys">{t('help.keys')}</h3>
          <Keys
            group="everywhere"
            entries={shortcuts.everywhere}
            word={(key) => t(`help.everywhere.${key}`)}
          />
          <Keys group="list" entries={shortcuts.list} word={(key) => t(`help.list.${key}`)} />
          <Keys group="record" entries={shortcuts.record} word={(key) => t(`help.record.${key}`)} />
          <Keys group="changes" entries={shortcuts.changes} word={(key) => t(`help.changes.${key}`)} />
          <Keys group="picture" entries={shortcuts.picture} word={(key) => t(`help.picture.${key}`)} />
          <Keys group="matrix" entries={shortcuts.matrix} word={(key) => t(`help.matrix.${key}`)} />
          <Keys group="map" entries={shortcuts.map} word={(key) => t(`help.map.${key}`)} />
        </section>
      </div>
    </Dialog>
  )
}

function Keys<Name extends string>({
  group,
  entries,
  word,
}: {
  group: keyof typeof shortcuts
  entries: Readonly<Record<Name, readonly (readonly string[])[]>>
  word: (name: Name) => string
}) {
  const { t } = useTranslation()
  const names = Object.keys(entries) as Name[]
  return (
    <>
      <h4>{t(`help.groups.${group}`)}</h4>
      <dl className={classes['keys']}>
        {names.map((name) => (
          <Fragment key={name}>
            <dt>{word(name)}</dt>
            <dd>
              {entries[name].map((keys) => (
                <span key={keys.join()}>
                  {keys.map((key) => (
                    <Kbd key={key} size="xs">
                      {isNamed(key) ? t(keyNames[key]) : key}
                    </Kbd>
                  ))}
                </span>
              ))}
            </dd>
          </Fragment>
        ))}
      </dl>
    </>
  )
}
