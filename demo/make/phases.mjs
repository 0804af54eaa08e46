/**
 * The sequence of the hill, oldest first. Every step of a phase has its date as people write it and as years
 * (BCE negative); along the sequence neither beginnings nor ends go back, so that a newer unit never ended
 * before an older one began.
 */
export const phases = [
  {
    code: 'I',
    name: 'Hut settlement',
    period: 'Late Bronze Age',
    description: 'Oval huts with post-built walls on the summit; storage pits along the edge.',
    steps: [
      ['c12h2 BCE/c11 BCE', -1150, -1001],
      ['c11 BCE/c10h1 BCE', -1100, -951],
    ],
  },
  {
    code: 'II',
    name: 'Villanovan village',
    period: 'Early Iron Age',
    description: 'Rebuilding on a new orientation: wall slots, drainage gullies, the first hearths of clay.',
    steps: [
      ['c9 BCE', -900, -801],
      ['c9l BCE/c8h1 BCE', -825, -751],
      ['c8 BCE', -800, -701],
    ],
  },
  {
    code: 'III',
    name: 'Archaic house',
    period: 'Archaic',
    description:
      'A house of two rooms with stone footings, mud-brick walls and a tiled roof, burnt at its end.',
    steps: [
      ['c6 BCE', -600, -501],
      ['c6h2 BCE/c5q1 BCE', -550, -476],
    ],
  },
  {
    code: 'IV',
    name: 'Hellenistic farm',
    period: 'Hellenistic',
    description: 'A farm around a yard; press beds and a cistern on the southern terrace.',
    steps: [
      ['c4l BCE/c3 BCE', -325, -201],
      ['c3h2 BCE/c2 BCE', -250, -101],
    ],
  },
  {
    code: 'V',
    name: 'Villa',
    period: 'Roman Imperial',
    description:
      'The farm becomes a villa with a small bath and a mosaic floor; repairs until the second century.',
    steps: [
      ['c1l BCE/c1h1 CE', -25, 50],
      ['c1 CE', 1, 100],
      ['c2 CE', 101, 200],
    ],
  },
  {
    code: 'VI',
    name: 'Cemetery in the ruins',
    period: 'Late Antique',
    description: 'Rooms of the villa partly reused, their walls robbed; graves in the rubble of the bath.',
    steps: [
      ['c4h2 CE/c5 CE', 351, 500],
      ['c5l CE/c6h1 CE', 476, 550],
    ],
  },
  {
    code: 'VII',
    name: 'Tower and silos',
    period: 'Medieval',
    description: 'A watch tower on the summit, grain silos cut into all that was there before.',
    steps: [
      ['c12 CE', 1101, 1200],
      ['c12h2 CE/c13 CE', 1151, 1300],
    ],
  },
  {
    code: 'VIII',
    name: 'Fields',
    period: 'Modern',
    description: 'Terraces, vine trenches and ploughing.',
    steps: [
      ['c19 CE', 1801, 1900],
      ['c20 CE/2018', 1901, 2018],
    ],
  },
]

export const phaseIndex = (code) => phases.findIndex((phase) => phase.code === code)
