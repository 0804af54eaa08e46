// The service is started again on what is there.
import { ask } from '../excavation.mjs'
import { atMost, median } from '../figures.mjs'
import { memoryOf } from '../programs.mjs'

export const coldStart = {
  name: 'start',
  title: 'start on a full application',
  unit: 's',
  goal: 'the first page within 0.6 s, 110 MiB resident',
  async run({ register, repeats }) {
    const taken = []
    for (let repeat = 0; repeat < repeats; repeat++) {
      await register.service.stop()
      const began = performance.now()
      await register.start()
      const { url, pid } = register.service
      await ask(url, 'GET', '/api/records/finds?per_page=30', { token: register.token })
      taken.push({ seconds: (performance.now() - began) / 1000, resident: memoryOf(pid).nowMib })
    }
    return [
      atMost({
        name: 'first page after a start',
        title: 'first page after a start',
        unit: coldStart.unit,
        value: Math.min(...taken.map(({ seconds }) => seconds)),
        most: 0.6,
      }),
      atMost({
        name: 'memory after a start',
        title: 'resident memory after that',
        unit: 'MiB',
        value: median(taken.map(({ resident }) => resident)),
        most: 110,
      }),
    ]
  },
}
