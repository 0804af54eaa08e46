import { bones } from '@trowel/contract/osteology.js'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import classes from './osteology-section.module.css'
import { countBones, type Individual, presenceOf } from './osteology-section-inventory.js'

/** What the body has once: strokes on a field of 200 by 420, the width after the colon. */
const single: Readonly<Record<string, string>> = {
  cranium: 'M100 24 h0.1:34',
  face: 'M100 43 h0.1:22',
  mandible: 'M92 58 q8 6 16 0:6',
  cervical_vertebrae: 'M100 68 v12:9',
  thoracic_vertebrae: 'M100 86 v58:8',
  lumbar_vertebrae: 'M100 150 v26:11',
  sacrum: 'M100 184 v10:17',
  coccyx: 'M100 208 v4:6',
  sternum: 'M100 96 v34:6',
}

/** What it has twice: the right side, which lies to the left for the viewer. */
const paired: Readonly<Record<string, string>> = {
  ribs: 'M92 96 q-24 2 -24 16 M92 108 q-28 2 -27 17 M92 120 q-29 2 -27 17 M92 132 q-26 2 -24 16:4',
  clavicle: 'M92 86 q-14 2 -28 -1:5',
  scapula: 'M62 94 l5 18:9',
  humerus: 'M52 96 l-8 62:9',
  radius: 'M38 168 l-10 48:5',
  ulna: 'M46 168 l-10 49:5',
  carpals: 'M28 225 l7 1:7',
  metacarpals: 'M27 234 l-3 13 M32 235 l-1 14:4',
  hand_phalanges: 'M22 254 l-3 14 M30 255 l-1 15:4',
  ilium: 'M84 178 q-18 4 -16 18:13',
  ischium: 'M80 214 l3 9:8',
  pubis: 'M86 211 l9 5:6',
  femur: 'M72 218 l5 74:11',
  patella: 'M78 302 h0.1:11',
  tibia: 'M81 313 l-1 62:8',
  fibula: 'M72 315 l1 60:4',
  talus: 'M78 383 h0.1:9',
  calcaneus: 'M84 390 l1 4:8',
  tarsals: 'M74 393 l4 1:8',
  metatarsals: 'M70 401 l-3 7 M76 402 l-1 7:4',
  foot_phalanges: 'M65 412 l-2 5 M74 413 l-1 5:4',
}

/** Ribs lie behind the breastbone, everything else in the order of the list. */
const drawn = [...bones].sort(
  (one, other) => Number(other.id.startsWith('ribs')) - Number(one.id.startsWith('ribs')),
)

/**
 * The skeleton as it lies before the excavator, coloured by what is there. A click on a bone goes on to its
 * next state.
 */
export function Skeleton({
  individual,
  onBone,
}: {
  individual: Individual
  onBone?: (bone: string) => void
}) {
  const { t } = useTranslation()
  const { present, absent, all } = countBones(individual)
  return (
    <svg
      viewBox="10 0 180 424"
      className={classes['skeleton']}
      role="img"
      aria-label={t('osteology.drawing', { present, absent, rest: all - present - absent })}
    >
      {drawn.map(({ id, side }) => {
        const drawing = side ? paired[id.replace(/_(right|left)$/, '')] : single[id]
        const [path, width] = drawing?.split(':') ?? []
        const presence = presenceOf(individual, id)
        return (
          // biome-ignore lint/a11y/noStaticElementInteractions: the list of bones is the way for everybody
          <g
            key={id}
            data-presence={presence}
            data-clickable={onBone !== undefined || undefined}
            transform={side === 'left' ? 'translate(200 0) scale(-1 1)' : undefined}
            onClick={onBone && (() => onBone(id))}
          >
            <title>{`${boneName(t, id)}: ${t(`osteology.${presence}`)}`}</title>
            <path d={path} strokeWidth={Number(width) + 1.6} className={classes['edge']} />
            <path d={path} strokeWidth={Number(width) - 0.6} className={classes['bone']} />
          </g>
        )
      })}
    </svg>
  )
}

/** "Femur, left" */
export function boneName(t: TFunction, id: string): string {
  const [, name = id, side] = /^(.*?)(?:_(right|left))?$/.exec(id) ?? []
  const word = t(`osteology.bones.${name as 'femur'}`)
  return side === 'right' || side === 'left' ? t(`osteology.${side}`, { bone: word }) : word
}
