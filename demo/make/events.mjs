import { blob, roughRectangle } from './ground.mjs'

/** A place for a feature inside a trench, not too near the edge. */
const spot = (random, [x, y, width, height], margin) => [
  random.between(x + Math.min(margin, width / 3), x + width - Math.min(margin, width / 3)),
  random.between(y + Math.min(margin, height / 3), y + height - Math.min(margin, height / 3)),
]

/** The whole trench, or a part of it. */
function spread(random, [x, y, width, height], share) {
  const w = width * Math.sqrt(share)
  const h = height * Math.sqrt(share)
  return roughRectangle(
    random,
    [x + random.between(0, width - w), y + random.between(0, height - h), w, h],
    share > 0.95 ? 0.05 : 0.3,
  )
}

const layer = (kind, share) => (site) => {
  const { random, trench } = site
  const ring = spread(random, trench.box, share)
  const unit = site.add({ type: 'layer', kind, ring })
  site.coverAll(unit)
}

/** Something dug and filled again: the cut, then its fills from the bottom up. */
const dug = (kind, radius, fills) => (site) => {
  const { random, trench } = site
  const size = random.between(...radius)
  const middle = spot(random, trench.box, size + 0.4)
  const cut = site.add({ type: 'cut', kind: `${kind} cut`, ring: blob(random, middle, size) })
  for (const older of site.below(cut, 2)) site.relate(cut, 'cuts', older)
  let last = cut
  for (let k = 0; k < random.whole(...fills); k++) {
    const fill = site.add({
      type: 'fill',
      kind: `${kind} fill`,
      ring: blob(random, middle, size * random.between(0.8, 0.94)),
    })
    site.relate(fill, last === cut ? 'fills' : 'covers', last)
    last = fill
  }
  site.expose(last)
}

const slot = (kind) => (site) => {
  const { random, trench } = site
  const [x, y, width, height] = trench.box
  const isLong = random.chance(0.5)
  const box = isLong
    ? [x + 1, random.between(y + 1, y + height - 2), width - 2, 0.45]
    : [random.between(x + 1, x + width - 2), y + 1, 0.45, height - 2]
  const cut = site.add({ type: 'cut', kind: `${kind} cut`, ring: roughRectangle(random, box, 0.08, 5) })
  for (const older of site.below(cut, 2)) site.relate(cut, 'cuts', older)
  const fill = site.add({ type: 'fill', kind: `${kind} fill`, ring: roughRectangle(random, box, 0.04, 5) })
  site.relate(fill, 'fills', cut)
  site.expose(fill)
}

const floor = (kind) => (site) => {
  const { random, trench } = site
  const unit = site.add({
    type: 'surface',
    kind,
    ring: spread(random, trench.box, random.between(0.35, 0.6)),
  })
  const walls = site.exposed.filter((older) => older.type === 'masonry')
  site.exposed = site.exposed.filter((older) => older.type !== 'masonry')
  site.coverAll(unit)
  for (const wall of walls.slice(-2)) site.relate(unit, 'leans_against', wall)
  site.exposed = [...walls, ...site.exposed]
}

/** Walls that were built together: each in its foundation trench, bonded at the corner. */
const walls = (kind, count) => (site) => {
  const { random, trench } = site
  const [x, y, width, height] = trench.box
  const boxes = [
    [x + 1.5, y + 1.2, width - 3, 0.6],
    [x + 1.5, y + 1.2, 0.6, height - 2.6],
    [x + width - 2.1, y + 1.2, 0.6, height - 2.6],
  ].slice(0, count)
  const built = boxes.map(([bx, by, bw, bh]) => {
    const ring = [bx - 0.15, by - 0.15, bw + 0.3, bh + 0.3]
    const cut = site.add({
      type: 'cut',
      kind: 'foundation trench',
      ring: roughRectangle(random, ring, 0.06, 4),
    })
    for (const older of site.below(cut, 2)) site.relate(cut, 'cuts', older)
    return { cut, box: [bx, by, bw, bh] }
  })
  const together = site.moment()
  const standing = built.map(({ cut, box }) => {
    const wall = site.add({
      type: 'masonry',
      kind,
      ring: roughRectangle(random, box, 0.03, 4),
      time: together,
    })
    site.relate(wall, 'fills', cut)
    return wall
  })
  for (const other of standing.slice(1)) site.relate(standing[0], 'is_bound_to', other)
  site.exposed = [...site.exposed, ...standing]
}

const repair = (site) => {
  const { random } = site
  const wall = site.exposed.find((unit) => unit.type === 'masonry')
  if (!wall) return
  const cut = site.add({ type: 'cut', kind: 'breach in wall', ring: blob(random, wall.ring[0], 0.7, 8) })
  site.relate(cut, 'cuts', wall)
  const patch = site.add({
    type: 'masonry',
    kind: 'patch of reused stone',
    ring: blob(random, wall.ring[0], 0.6, 8),
  })
  site.relate(patch, 'fills', cut)
  site.expose(patch)
}

const robbing = (site) => {
  const { random } = site
  const wall = site.walls.at(-1 - random.whole(0, 1)) ?? site.walls.at(-1)
  if (!wall) return
  const cut = site.add({
    type: 'cut',
    kind: 'robber trench',
    ring: wall.ring.map(([x, y]) => [x + 0.1, y - 0.1]),
  })
  site.relate(cut, 'cuts', wall)
  for (const older of site.below(cut, 1)) site.relate(cut, 'cuts', older)
  const fill = site.add({
    type: 'fill',
    kind: 'robber trench fill',
    ring: wall.ring.map(([x, y]) => [x + 0.1, y - 0.05]),
  })
  site.relate(fill, 'fills', cut)
  site.expose(fill)
}

/** Grave, body, earth; some with a lining of tiles. */
const grave = (site) => {
  const { random, trench } = site
  const [x, y] = spot(random, trench.box, 1.6)
  const box = [x - 0.35, y - 0.95, 0.7, 1.9]
  const cut = site.add({ type: 'cut', kind: 'grave cut', ring: roughRectangle(random, box, 0.06, 3) })
  for (const older of site.below(cut, 2)) site.relate(cut, 'cuts', older)
  let bottom = cut
  if (random.chance(0.4)) {
    const lining = site.add({
      type: 'masonry',
      kind: 'tile lining',
      ring: roughRectangle(random, box, 0.02, 2),
    })
    site.relate(lining, 'fills', cut)
    bottom = lining
  }
  const body = site.add({
    type: 'skeleton',
    kind: 'skeleton',
    ring: roughRectangle(random, [x - 0.2, y - 0.8, 0.4, 1.6], 0.08, 4),
  })
  site.relate(body, bottom === cut ? 'fills' : 'covers', bottom)
  const fill = site.add({ type: 'fill', kind: 'grave fill', ring: roughRectangle(random, box, 0.05, 3) })
  site.relate(fill, 'covers', body)
  site.expose(fill)
}

const hearth = (site) => {
  const { random, trench } = site
  const unit = site.add({
    type: 'surface',
    kind: 'hearth',
    ring: blob(random, spot(random, trench.box, 1), random.between(0.35, 0.7)),
  })
  for (const older of site.below(unit, 1)) site.relate(unit, 'covers', older)
  const ash = site.add({ type: 'layer', kind: 'ash', ring: unit.ring.map(([x, y]) => [x + 0.1, y + 0.05]) })
  site.relate(ash, 'covers', unit)
  site.expose(ash)
}

/** What can have happened at a place, by the words of a programme. */
export const events = {
  level: layer('levelling layer', 0.9),
  terrace: layer('terrace fill', 0.97),
  waste: layer('waste layer', 0.4),
  abandon: layer('abandonment layer', 0.99),
  collapse: layer('collapse of walls and roof', 0.99),
  burn: layer('burnt mud brick', 0.7),
  plough: layer('ploughsoil', 1),
  topsoil: layer('topsoil', 1),
  pit: dug('pit', [0.5, 1], [1, 3]),
  post: dug('post hole', [0.14, 0.26], [1, 1]),
  silo: dug('silo', [0.6, 0.9], [2, 3]),
  cistern: dug('cistern', [1.1, 1.4], [2, 3]),
  hut: slot('wall slot of hut'),
  slot: slot('wall slot'),
  gully: slot('drainage gully'),
  drain: slot('tile drain'),
  vine: slot('vine trench'),
  floor: floor('beaten earth floor'),
  mosaic: floor('mosaic floor'),
  house: walls('stone footing', 2),
  press: walls('press bed', 1),
  tower: walls('ashlar wall of tower', 3),
  repair,
  rob: robbing,
  grave,
  hearth,
}
