// The rows that everything here is measured with: an invented register of finds, the same on every machine.
//
//   node bench/generate.mjs [--rows 200000] [--out finds.csv]
//
// Row k depends on k alone, so a smaller register is the beginning of a larger one.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

/** The columns of the file in order, with the type that the service stores them as. */
export const columns = [
  { name: 'inventory_no', type: 'text', db_type: 'TEXT' },
  { name: 'context_id', type: 'text', db_type: 'INTEGER' },
  { name: 'type', type: 'text', db_type: 'TEXT' },
  { name: 'material', type: 'text', db_type: 'TEXT' },
  { name: 'description', type: 'long_text', db_type: 'TEXT' },
  { name: 'period', type: 'text', db_type: 'TEXT' },
  { name: 'weight_g', type: 'text', db_type: 'FLOAT' },
  { name: 'quantity', type: 'text', db_type: 'INTEGER' },
  { name: 'found_on', type: 'date', db_type: 'TEXT' },
  { name: 'lon', type: 'text', db_type: 'FLOAT' },
  { name: 'lat', type: 'text', db_type: 'FLOAT' },
]

/** In about one description of a thousand, and in about four of ten. */
export const rareWord = 'intaglio'
export const frequentWord = 'fragment'
/** The kind of find that the sorted pages ask for: about one of fifty. */
export const askedType = 'coin'

const list = (text) => text.trim().split(/\s*[,\n]\s*/)

const types =
  list(`body sherd, rim sherd, animal bone, roof tile, base sherd, brick, handle, iron nail, slag, vessel glass,
  wall plaster, flint flake, coin, tessera, shell, lamp, loom weight, spindle whorl, knife, bead, brooch, finger ring,
  bone pin, needle, whetstone, quern, window glass, buckle, figurine, key, hinge, stylus, gaming piece, arrowhead,
  spearhead, seal, inscription, weight, bell, statuette`)
const materials =
  list(`ceramic, bone, iron, glass, stone, copper alloy, flint, lead, lime plaster, shell, silver, antler,
  wood, gold, textile`)
const periods =
  list(`Mesolithic, Neolithic, Chalcolithic, Early Bronze Age, Late Bronze Age, Early Iron Age, Archaic,
  Classical, Hellenistic, Republican, Early Imperial, Late Imperial, Late Antique, Early Medieval, Late Medieval, Modern`)

// What finds registers are written with, the common words first: a word's chance falls with its place.
const vocabulary =
  `the of and with a in from on at one two small worn part fragment surface large edge fabric broken traces
  dark brown red grey light outer inner body wall slightly upper lower side thin thick fine coarse complete preserved rim
  neck shoulder foot handle base profile section diameter thickness inclusions mica quartz calcite grog temper fired evenly
  core oxidised reduced black white yellow orange buff cream green blue glaze slip burnished painted incised impressed
  stamped moulded rouletted combed scratched graffito letters legible illegible stroke motif geometric vegetal meander wave
  spiral triangle lozenge dot circle band line groove ridge cordon lug spout strap ring pedestal everted inverted flaring
  carinated globular ovoid cylindrical conical straight curved convex concave flat pointed rounded sharp blunt abraded
  rolled chipped cracked spalled flaked heat burnt unburnt corrosion encrusted heavily lightly deposit layer fill cut pit
  ditch floor foundation trench sector level phase context joins adjoining perhaps probably similar parallel local imported
  regional workshop kiln waste obverse reverse legend bust head laurel wreath seated standing draped figure horse bull lion
  bird fish dog ivy palmette rosette acanthus egg tongue bead reel cable net hatched concentric hammered cast struck riveted
  welded drilled sawn polished ground knapped retouched blade scraper burin tang socket shaft hilt rivet plate sheet wire
  bar rod hook loop pin spring bow catch hinge stud boss clench square rectangular oval hexagonal irregular sheep goat
  cattle pig deer rib vertebra mandible tooth femur tibia radius humerus phalanx butchery gnawed juvenile adult left right
  proximal distal fused oyster cockle snail charcoal mortar tegula imbrex opus marble limestone travertine basalt granite
  tuff sandstone obsidian chert jasper carnelian agate amber jet faience enamel gilding inlay niello silver gold bronze
  photographed drawn sampled weighed bagged stored crate exhibited restored residual intrusive unstratified topsoil backfill
  spoil sieved flotation recovered façade Nîmes Cività Forlì Öland`.split(/\s+/)

/**
 * A stream of numbers from 0 to 1 that depends on `seed` alone: xorshift32 (G. Marsaglia, J. Stat. Softw.
 * 8(14), 2003).
 */
function randomFrom(seed) {
  let state = Math.imul(seed, 0x9e3779b1) ^ 0x5bd1e995 || 1
  const next = () => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) / 2 ** 32
  }
  for (let k = 0; k < 8; k++) next()
  return next
}

/** Picks from `things`, the first ones more often: the chance of place k falls as 1 / (k + shift). */
function fallingChoice(things, shift) {
  const sums = []
  let sum = 0
  for (let k = 0; k < things.length; k++) {
    sum += 1 / (k + shift)
    sums.push(sum)
  }
  return (chance) => {
    const wanted = chance * sum
    let low = 0
    let high = things.length - 1
    while (low < high) {
      const middle = (low + high) >> 1
      if (sums[middle] < wanted) low = middle + 1
      else high = middle
    }
    return things[low]
  }
}

const pickType = fallingChoice(types, 2)
const pickMaterial = fallingChoice(materials, 1.5)
const pickWord = fallingChoice(vocabulary, 8)

/** Row `number` (from 1, which is also its id in a new table) as an object keyed by column. */
export function findNumber(number) {
  const random = randomFrom(number)
  const day = Math.floor(random() * 365 * 26)
  const foundOn = new Date(Date.UTC(1998, 0, 1 + day)).toISOString().slice(0, 10)
  return {
    inventory_no: `${foundOn.slice(0, 4)}/${String(number).padStart(7, '0')}`,
    context_id: 1 + Math.floor(random() * random() * 5000),
    type: pickType(random()),
    material: pickMaterial(random()),
    description: describe(random),
    period: periods[Math.floor(Math.sqrt(random()) * periods.length)],
    weight_g: Math.round(Math.exp(random() * 7.5 - 0.5) * 10) / 10,
    quantity: 1 + Math.floor(-Math.log(1 - random()) * 2.5),
    found_on: foundOn,
    lon: Math.round((12.4 + random() * 0.2) * 1e6) / 1e6,
    lat: Math.round((41.8 + random() * 0.2) * 1e6) / 1e6,
  }
}

/** Sentences of 20 to 60 words in all. */
function describe(random) {
  const words = Array.from({ length: 20 + Math.floor(random() * 41) }, () => pickWord(random()))
  if (random() < 0.001) words[Math.floor(random() * words.length)] = rareWord
  let text = ''
  let begins = true
  words.forEach((word, place) => {
    const spelled = begins ? word[0].toUpperCase() + word.slice(1) : word
    const mark = place === words.length - 1 ? 1 : random()
    begins = mark > 0.94
    text += `${place > 0 ? ' ' : ''}${spelled}${begins ? '.' : mark > 0.86 ? ',' : ''}`
  })
  return text
}

export function* finds(count) {
  for (let number = 1; number <= count; number++) yield findNumber(number)
}

const cell = (value) => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : String(value))

/** Writes the register as CSV with a header. */
export async function writeCsv(path, count) {
  const sink = createWriteStream(path)
  let text = `${columns.map((column) => column.name).join(',')}\n`
  for (const find of finds(count)) {
    text += `${columns.map((column) => cell(find[column.name])).join(',')}\n`
    if (text.length > 1 << 20) {
      if (!sink.write(text)) await once(sink, 'drain')
      text = ''
    }
  }
  sink.end(text)
  await once(sink, 'finish')
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { values } = parseArgs({
    options: { rows: { type: 'string', default: '200000' }, out: { type: 'string', default: 'finds.csv' } },
  })
  await writeCsv(values.out, Number(values.rows))
}
