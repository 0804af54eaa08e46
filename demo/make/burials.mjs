import { phases } from './phases.mjs'
import { round } from './random.mjs'

const graveGoods = new Set(['bracelet', 'buckle', 'comb', 'coin', 'vessel', 'bead', 'pin', 'fibula'])

const pathologies = [
  'Caries on two molars.',
  'Cribra orbitalia, slight, on both sides.',
  'Healed fracture of the left clavicle.',
  'Schmorl’s nodes on T9 to L2.',
  'Osteoarthritis of the right knee.',
  'Linear enamel hypoplasia on the canines.',
  'Periostitis on both tibiae, healed.',
  'No pathological changes seen.',
]

/** One record for each skeleton, with the objects that lay in the grave. */
export function burialRecords(random, units, finds) {
  const skeletons = units.filter((unit) => unit.type === 'skeleton')
  return skeletons.map((unit, index) => {
    const isEarly = phases[unit.phase].period === 'Late Bronze Age'
    const isAdult = random.chance(0.75)
    const age = isAdult
      ? random.pick(['young adult (20-35)', 'mature adult (35-50)', 'old adult (50+)', 'adult'])
      : random.pick(['infant I (0-6)', 'infant II (7-12)', 'juvenile (13-19)'])
    const sex = isAdult
      ? random.pick(['female', 'female?', 'male', 'male?', 'not determined'])
      : 'not determined'
    const share = random.pick([25, 50, 50, 75, 75, 90])
    const fill = units.find(
      (other) => other.kind === 'grave fill' && other.trench === unit.trench && other.time === unit.time + 1,
    )
    const goods = finds.filter(({ core }) => core.context === fill?.no && graveGoods.has(core.find_type))
    const stature =
      isAdult && share >= 50
        ? round(random.between(sex.startsWith('male') ? 160 : 150, sex.startsWith('male') ? 174 : 163), 0)
        : null
    return {
      core: {
        burial_no: `B${String(index + 1).padStart(3, '0')}`,
        context: unit.no,
        grave_type: isLined(units, unit)
          ? 'tile grave'
          : isEarly
            ? 'earth grave'
            : random.pick(['earth grave', 'cappuccina grave', 'stone-lined grave']),
        position: isEarly ? 'crouched' : random.pick(['supine', 'supine', 'supine', 'on the right side']),
        orientation: random.pick(['W-E', 'W-E', 'WNW-ESE', 'N-S', null]),
        sex,
        age_class: age,
        preserved_percent: share,
        stature_cm: stature,
        notes: `${random.pick(['Bones well preserved, surface root-etched.', 'Brittle, lifted in blocks.', 'Disturbed by ploughing, skull displaced.', 'Cut by a later grave at the feet.'])} ${random.pick(pathologies)}${stature ? ` Stature from the femur, about ${stature} cm.` : ''}`,
        studied_by: random.chance(0.85) ? 'Aoife Ní Bhraonáin' : null,
        osteo_data: random.chance(0.85)
          ? JSON.stringify({ individuals: [inventory(random, unit, share)] })
          : null,
        ...period(unit),
      },
      plugins: {
        burial_goods: goods.map(({ core }, sort) => ({
          find: core.inv_no,
          place: random.pick([
            'beside the skull',
            'at the right hand',
            'on the pelvis',
            'at the feet',
            'in the fill',
          ]),
          sort,
        })),
      },
    }
  })
}

const single = [
  'cranium',
  'face',
  'mandible',
  'cervical_vertebrae',
  'thoracic_vertebrae',
  'lumbar_vertebrae',
  'sacrum',
  'sternum',
]
const paired = [
  'ribs',
  'clavicle',
  'scapula',
  'humerus',
  'radius',
  'ulna',
  'hand_phalanges',
  'ilium',
  'femur',
  'patella',
  'tibia',
  'fibula',
  'talus',
  'calcaneus',
  'metatarsals',
]

/** Which bones are there, in what state. */
function inventory(random, unit, share) {
  const bones = {}
  const examine = (bone, isPaired) => {
    if (random.chance(0.1)) return
    const present = random.chance(share / 100)
    bones[bone] = {
      present,
      ...(present
        ? {
            conservation: random.pick(['complete', 'gt50', 'lt50', 'fragmentary', 'traces']),
            certainty: random.pick(['certain', 'certain', 'probable']),
          }
        : {}),
      ...(present && isPaired
        ? { laterality_certainty: random.pick(['certain', 'certain', 'uncertain']) }
        : {}),
    }
  }
  for (const bone of single) examine(bone, false)
  for (const bone of paired) for (const side of ['right', 'left']) examine(`${bone}_${side}`, true)
  return { id: 1, label: unit.no, notes: '', bones }
}

const isLined = (units, { trench, time }) =>
  units.some((other) => other.kind === 'tile lining' && other.trench === trench && other.time === time - 1)

function period(unit) {
  const phase = phases[unit.phase]
  const [label, from, to] = phase.steps[unit.step]
  return {
    chrono_label: label,
    chrono_from: from,
    chrono_to: to,
    chrono_certainty: 2,
    chrono_period: phase.period,
  }
}
