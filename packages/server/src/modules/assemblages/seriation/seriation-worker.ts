import { type Seriation, type SeriationTask, seriate } from './seriate.js'

export default (task: SeriationTask): Seriation => seriate(task)
