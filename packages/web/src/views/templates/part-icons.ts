import type { LayoutPart } from '@trowel/contract/templates.js'
import type { IconName } from '../../components/icon.js'

export const partIcons: Readonly<Record<LayoutPart, IconName>> = {
  logo: 'picture',
  text: 'text',
  line: 'minus',
  qr: 'qr',
  sequence: 'matrix',
  map: 'map',
  images: 'camera',
  links: 'link',
  bibliography: 'book',
}
