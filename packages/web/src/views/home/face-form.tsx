import { Button, FileButton, Group, Stack, Tabs, Text, Textarea, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { PicturePoint } from '@trowel/contract/picture-marks.js'
import type { ProjectPicture } from '@trowel/contract/welcome.js'
import { type ReactNode, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { changedMeanwhile, NotSaved } from '../../components/changed-meanwhile.js'
import { DraftNotice } from '../../components/draft-notice.js'
import { Icon } from '../../components/icon.js'
import { Markdown } from '../../components/markdown.js'
import { showDone } from '../../components/notices.js'
import { useKeeping, useSavedDraft } from '../../components/saved-draft.js'
import { SavingForm } from '../../components/saving-form.js'
import type { Loose } from '../../components/settings.js'
import { Loaded } from '../../components/states.js'
import { useObjectUrl } from '../../components/use-object-url.js'
import { useTyped } from '../../components/use-typed.js'
import { useApplication, useChanged } from '../../core/application.js'
import { client } from '../../core/session.js'
import { welcomeQueries } from '../../queries/service.js'
import { CoverPlace } from './cover-place.js'
import classes from './face-form.module.css'

const maxTextLength = 65_536
const maxTitleLength = 120
const formats = 'image/jpeg,image/png,image/webp,image/gif,image/tiff'

/** Where administrators write what people meet when they come in: title, pictures and a text. */
export default function FaceForm({ onEnd }: { onEnd: () => void }) {
  const { app } = useApplication()
  const query = useQuery(welcomeQueries.text(app))
  return <Loaded query={query}>{({ content }) => <Form content={content} onEnd={onEnd} />}</Loaded>
}

type Words = {
  readonly title: string
  readonly content: string
}

/** A picture that was chosen; `null`: the one that is there is to go; `undefined`: it stays. */
type Chosen = File | null | undefined

function Form({ content, onEnd }: { content: string; onEnd: () => void }) {
  const { t } = useTranslation()
  const { info } = useApplication()
  const changed = useChanged()
  const stored: Words = { title: info.title ?? '', content }
  const { typed, before, draft: words, change: type, learn, forget: leave } = useTyped(stored)
  const [logo, setLogo] = useState<Chosen>()
  const [cover, setCover] = useState<Chosen>()
  const [point, setPoint] = useState<PicturePoint | null>()
  const draft = useSavedDraft<Partial<Words> & { readonly before?: Loose }>('welcome')
  const isSame = words.title === stored.title && words.content === stored.content
  const forget = useKeeping(
    'welcome',
    useMemo(() => (isSame ? undefined : { ...typed, before }), [isSame, typed, before]),
  )
  const save = useMutation({
    mutationFn: async () => {
      // What can be refused comes first.
      await savePicture('logo', logo)
      await savePicture('cover', cover)
      // The text goes along each time: another administrator may have written it meanwhile.
      const now = typed.content ?? (await client.welcome.read()).content
      await client.welcome.save({
        ...typed,
        content: now,
        ...(point !== undefined && { cover_point: point }),
        before,
      })
    },
    onSuccess: async () => {
      forget()
      await changed({ of: 'welcome' }, { of: 'configuration' })
      showDone(t('front.saved'))
      onEnd()
    },
    onError: async (error) => {
      const now = changedMeanwhile(error)
      if (!now) return
      learn(now)
      await changed({ of: 'welcome' }, { of: 'configuration' })
    },
  })
  return (
    <SavingForm saving={save} onSave={() => save.mutate()}>
      <Stack gap="md" maw={760}>
        <DraftNotice
          draft={draft}
          onTake={({ before: seen = {}, ...kept }) => {
            type(kept)
            learn(seen)
          }}
        />
        <TextInput
          autoFocus
          label={t('front.title')}
          description={t('front.titleHint')}
          placeholder={info.name}
          maxLength={maxTitleLength}
          value={words.title}
          onChange={(event) => type({ title: event.currentTarget.value })}
        />
        <div className={classes['pictures']}>
          <PictureChoice picture="logo" chosen={logo} onChoose={setLogo} />
          <PictureChoice
            picture="cover"
            chosen={cover}
            onChoose={(chosen) => {
              setCover(chosen)
              setPoint(chosen === undefined ? undefined : null)
            }}
          >
            {(picture) => (
              <CoverPlace
                picture={picture}
                point={point === undefined ? info.cover_point : point}
                onPlace={setPoint}
              />
            )}
          </PictureChoice>
        </div>
        <Tabs defaultValue="text">
          <Tabs.List mb="xs">
            <Tabs.Tab value="text">{t('front.welcomeText')}</Tabs.Tab>
            <Tabs.Tab value="preview">{t('front.welcomePreview')}</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="text">
            <Textarea
              autosize
              minRows={6}
              maxRows={20}
              maxLength={maxTextLength}
              aria-label={t('front.welcomeText')}
              value={words.content}
              onChange={(event) => type({ content: event.currentTarget.value })}
            />
            <Text size="xs" c="dimmed" mt={4}>
              {t('front.welcomeHint')}
            </Text>
          </Tabs.Panel>
          <Tabs.Panel value="preview">
            <Markdown text={words.content} />
          </Tabs.Panel>
        </Tabs>
        <NotSaved
          error={save.error}
          settings={{ title: { label: t('front.title') }, content: { label: t('front.welcomeText') } }}
          draft={words}
          onTake={(names) => {
            leave(names)
            save.reset()
          }}
        />
        <Group gap="xs">
          <Button type="submit" loading={save.isPending}>
            {t('form.save')}
          </Button>
          <Button
            variant="default"
            onClick={() => {
              forget()
              onEnd()
            }}
          >
            {t('form.cancel')}
          </Button>
        </Group>
      </Stack>
    </SavingForm>
  )
}

async function savePicture(picture: ProjectPicture, chosen: Chosen): Promise<void> {
  if (chosen === null) await client.welcome.removePicture(picture)
  else if (chosen) await client.welcome.setPicture(picture, chosen)
}

function PictureChoice({
  picture,
  chosen,
  onChoose,
  children,
}: {
  picture: ProjectPicture
  chosen: Chosen
  onChoose: (chosen: Chosen) => void
  /** In place of the picture alone, once it is there. */
  children?: (address: string) => ReactNode
}) {
  const { t } = useTranslation()
  const { app, info } = useApplication()
  const { data } = useQuery(welcomeQueries.picture(app, picture, info[picture]))
  const shown = useObjectUrl(chosen === null ? undefined : (chosen ?? data))
  const isThere = chosen === undefined ? info[picture] !== null : chosen !== null
  const label = t(`front.${picture}`)
  return (
    <div role="group" aria-label={label}>
      <Text size="sm" fw={500} mb={4}>
        {label}
      </Text>
      <div className={classes[picture]}>
        {shown ? (children?.(shown) ?? <img src={shown} alt="" />) : <Icon name="picture" size={24} />}
      </div>
      {children && shown && (
        <Text size="xs" c="dimmed" mt={4}>
          {t('front.placeCoverHint')}
        </Text>
      )}
      <Group gap={4} mt={6}>
        <FileButton accept={formats} onChange={(file) => file && onChoose(file)}>
          {(button) => (
            <Button {...button} size="compact-sm" variant="default">
              {t(isThere ? 'front.otherPicture' : 'front.choosePicture')}
            </Button>
          )}
        </FileButton>
        {isThere && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="gray"
            onClick={() => onChoose(info[picture] === null ? undefined : null)}
          >
            {t('front.removePicture')}
          </Button>
        )}
      </Group>
    </div>
  )
}
