import type { Services } from '../../http/services.js'

/** What files are kept with. */
export type FileKeeping = Pick<Services, 'config' | 'binaries' | 'images'>
