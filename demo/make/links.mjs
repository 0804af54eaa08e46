/** Links that somebody made by hand: drawings that show a context, photographs of a burial. */
export function linksOf(random, { contexts, finds, burials, photographs, drawings }) {
  const links = []
  for (const { core: drawing } of drawings.filter(({ core }) => core.kind !== 'find')) {
    const shown = contexts.filter(({ core }) => core.trench === drawing.trench && core.ctx_type !== 'cut')
    for (const { core } of random.some(shown, random.whole(1, 3))) {
      links.push({ one: ['contexts', core.ctx_no], two: ['drawings', drawing.drawing_no], label: 'shown in' })
    }
  }
  for (const { core: drawing } of drawings.filter(({ core }) => core.kind === 'find')) {
    const find = finds.find(({ core }) => drawing.subject.includes(core.inv_no))
    links.push({ one: ['finds', find.core.inv_no], two: ['drawings', drawing.drawing_no], label: 'drawn in' })
  }
  for (const { core: burial } of burials) {
    const photo = photographs.find(({ plugins }) =>
      plugins.photograph_contexts.some(({ context }) => context === burial.context),
    )
    if (photo) links.push({ one: ['burials', burial.burial_no], two: ['photographs', photo.core.photo_no] })
  }
  for (const { core } of random.some(
    finds.filter(({ core }) => core.notes?.startsWith('Joins')),
    12,
  )) {
    const other = random.pick(
      finds
        .filter((find) => find.core.context === core.context && find.core.inv_no !== core.inv_no)
        .concat([undefined]),
    )
    if (other) links.push({ one: ['finds', core.inv_no], two: ['finds', other.core.inv_no], label: 'joins' })
  }
  return links
}
