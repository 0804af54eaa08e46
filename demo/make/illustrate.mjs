import { phaseIndex } from './phases.mjs'
import { findPicture, photoPicture } from './photographs.mjs'
import { planPicture, sectionPicture } from './plans.mjs'

/**
 * Says of each picture what it belongs to, and how it is drawn: the first record named is the one it was made
 * for.
 *
 * @returns `pictures`: draws each, by the name of its file; `files`: what the service is told of them
 */
export function illustrate({ trenches, byTrench, records }) {
  const pictures = new Map()
  const files = []
  const add = (name, draw, facts) => {
    const seed = files.length
    pictures.set(name, () => draw(seed))
    files.push({ file: name, ...facts })
  }

  const plans = records.drawings.filter(({ core }) => core.kind === 'plan')
  for (const { core } of [plans[0], plans[2], plans[3], plans[5], plans[9], plans[13], plans[17]]) {
    const phase = core.subject.split(' ').at(-1)
    const trench = trenches.find(({ code }) => code === core.trench)
    const units = byTrench
      .get(trench.code)
      .filter((unit) => !unit.natural && unit.phase === phaseIndex(phase))
    const shown = units.filter(
      (unit) => unit.type === 'masonry' || unit.type === 'surface' || unit.type === 'skeleton',
    )
    add(
      `${core.drawing_no}_plan_${trench.code}_${phase}.png`,
      (seed) => planPicture(11 * seed + 5, trench, units, core.subject),
      {
        description: `${core.subject}, 1:50, north at the top left`,
        keywords: 'plan, inked',
        printable: true,
        records: [
          ['drawings', core.drawing_no],
          ['trenches', trench.code],
          ...shown.slice(0, 4).map((unit) => ['contexts', unit.no]),
        ],
      },
    )
  }

  const sections = records.drawings.filter(
    ({ core }) => core.kind === 'section' && core.subject.includes('north'),
  )
  for (const { core } of sections) {
    const trench = trenches.find(({ code }) => code === core.trench)
    const units = byTrench.get(trench.code)
    add(
      `${core.drawing_no}_section_${trench.code}.png`,
      (seed) => sectionPicture(13 * seed + 3, trench, units, core.subject),
      {
        description: core.subject,
        keywords: 'section',
        printable: true,
        records: [
          ['drawings', core.drawing_no],
          ['trenches', trench.code],
        ],
      },
    )
  }

  const photographs = records.photographs.filter(({ plugins }) => plugins.photograph_contexts.length > 0)
  const kinds = ['skeleton', 'masonry', 'surface', 'cut', 'fill', 'skeleton', 'masonry', 'surface', 'layer']
  const taken = new Set()
  for (const kind of kinds) {
    const photograph = photographs.find(({ core, plugins }) => {
      const unit = unitOf(byTrench, plugins.photograph_contexts[0].context)
      return unit.type === kind && !taken.has(core.photo_no)
    })
    if (!photograph) continue
    const { core, plugins } = photograph
    taken.add(core.photo_no)
    const unit = unitOf(byTrench, plugins.photograph_contexts[0].context)
    const burial = records.burials.find((record) => record.core.context === unit.no)
    const draw = (seed) => photoPicture(17 * seed + 1, unit, `PF ${core.trench} ${unit.no}`)
    add(`${core.photo_no}.png`, draw, {
      description: core.subject,
      keywords: `photograph, ${unit.kind}`,
      printable: core.is_working_shot === 0,
      records: [
        ['photographs', core.photo_no],
        ...plugins.photograph_contexts.map(({ context }) => ['contexts', context]),
        ...(burial ? [['burials', burial.core.burial_no]] : []),
      ],
    })
  }

  const wanted = ['coin', 'fibula', 'bucchero', 'spindle whorl', 'black-gloss', 'bead', 'archaic maiolica']
  for (const what of wanted) {
    const find = records.finds.find(({ core }) => core.find_type === what || core.ware === what)
    if (!find) continue
    const { core } = find
    const drawing = records.drawings.find((record) => record.core.subject.includes(core.inv_no))
    add(`${core.inv_no}.png`, (seed) => findPicture(19 * seed + 7, core), {
      description: core.description ?? `${core.find_type}, ${core.material}`,
      keywords: `find, ${core.material}`,
      records: [['finds', core.inv_no], ...(drawing ? [['drawings', drawing.core.drawing_no]] : [])],
    })
  }
  return { pictures, files }
}

function unitOf(byTrench, no) {
  for (const units of byTrench.values()) {
    const unit = units.find((candidate) => candidate.no === no)
    if (unit) return unit
  }
  throw new Error(`There is no unit ${no}.`)
}
