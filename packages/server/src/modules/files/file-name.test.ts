import { describe, expect, test } from 'vitest'
import { fileName } from './file-name.js'

/** A TIFF with a directory of these tags, right behind its head. */
function tiffOf(tags: readonly number[]): number[] {
  const bytes = Buffer.alloc(8 + 2 + 12 * tags.length + 4)
  bytes.write('II*\0\b', 'latin1')
  bytes.writeUInt16LE(tags.length, 8)
  for (const [k, tag] of tags.entries()) {
    bytes.writeUInt16LE(tag, 10 + 12 * k)
    bytes.writeUInt16LE(4, 12 + 12 * k)
    bytes.writeUInt32LE(1, 14 + 12 * k)
  }
  return [...bytes]
}

const bytes = {
  jpeg: [0xff, 0xd8, 0xff, 0xe0, 0, 0x10, 0x4a, 0x46, 0x49, 0x46, 0, 1],
  png: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52],
  pdf: [...Buffer.from('%PDF-1.7\n')],
  zip: [0x50, 0x4b, 3, 4, 20, 0, 0, 0, 0, 0, ...Array<number>(20).fill(0)],
  text: [...Buffer.from('inv_no;material\nF1;flint\n')],
  svg: [
    ...Buffer.from(
      '<?xml version="1.0"?>\n<!-- plan -->\n<!DOCTYPE svg>\n<svg xmlns="http://www.w3.org/2000/svg"/>',
    ),
  ],
  'svg of Illustrator': [
    ...Buffer.from(
      `<?xml version="1.0" encoding="utf-8"?>
<!-- Generator: Adobe Illustrator 25.0.0 -->
<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "http://www.w3.org/Graphics/SVG/1.1/DTD/svg11.dtd" [
\t<!ENTITY ns_extend "http://ns.adobe.com/Extensibility/1.0/">
\t<!ENTITY ns_ai "http://ns.adobe.com/AdobeIllustrator/10.0/">
]>
<svg version="1.1" xmlns:x="&ns_extend;" xmlns="http://www.w3.org/2000/svg"/>`,
    ),
  ],
  html: [...Buffer.from('<!doctype html><script>alert(1)</script>')],
  // Its directory lies 64 KiB behind.
  tiff: [...Buffer.from('II*\0\0\0\x01\0', 'latin1'), ...Array<number>(100).fill(0x80)],
  'tiff of a Macintosh': [...Buffer.from('MM\0*\0\x01\0\0', 'latin1'), ...Array<number>(100).fill(0x80)],
  'tiff of few tags': tiffOf([254, 256, 257]),
  'tiff of 28 tags': tiffOf([254, ...Array.from({ length: 27 }, (_, k) => 256 + k)]),
  'tiff that says how to print it': tiffOf([254, 256, 50_341]),
  'raw photograph of Adobe': tiffOf([254, 256, 50_706]),
  xml: [...Buffer.from('<?xml version="1.0"?><kml/>')],
}

describe('names of uploaded files', () => {
  test.each([
    ['skull_left.JPG', 'jpeg', 'skull_left', 'jpg'],
    ['photo.jpeg', 'jpeg', 'photo', 'jpeg'],
    ['plan.png', 'jpeg', 'plan', 'jpg'],
    ['plan.txt', 'png', 'plan', 'png'],
    ['report.jpg', 'pdf', 'report', 'pdf'],
    ['not-a-picture.png', 'text', 'not-a-picture', 'bin'],
    ['finds.csv', 'text', 'finds', 'csv'],
    ['page.svg', 'html', 'page', 'bin'],
    ['drawing.svg', 'svg', 'drawing', 'svg'],
    ['drawing.svg', 'svg of Illustrator', 'drawing', 'svg'],
    ['drawing.svg', 'png', 'drawing', 'png'],
    ['section.tif', 'tiff', 'section', 'tif'],
    ['section.TIFF', 'tiff of a Macintosh', 'section', 'tiff'],
    ['section.jpg', 'tiff', 'section', 'tif'],
    ['section.tif', 'tiff of 28 tags', 'section', 'tif'],
    ['section.tiff', 'tiff that says how to print it', 'section', 'tiff'],
    ['photo.pef', 'tiff of few tags', 'photo', 'pef'],
    ['photo.pef', 'tiff that says how to print it', 'photo', 'pef'],
    ['photo.nef', 'tiff of 28 tags', 'photo', 'nef'],
    ['photo.tif', 'raw photograph of Adobe', 'photo', 'dng'],
    ['photo.jpg', 'tiff of few tags', 'photo', 'tif'],
    ['photo.nef', 'tiff', 'photo', 'nef'],
    ['trenches.kml', 'xml', 'trenches', 'kml'],
    ['page.html', 'html', 'page', 'html'],
    ['project.qgz', 'zip', 'project', 'qgz'],
    ['archive.png', 'zip', 'archive', 'zip'],
    ['tar.archive.v2', 'text', 'tar.archive', 'v2'],
  ] as const)('%s with the bytes of %s is called %s.%s', async (name, kind, filename, ext) => {
    expect(await fileName(name, Uint8Array.from(bytes[kind]))).toEqual({ filename, ext })
  })

  test.each([
    ['../../etc/passwd', 'passwd', 'bin'],
    ['C:\\finds\\coin.txt', 'coin', 'txt'],
    ['a\u0000b\u001f.txt', 'ab', 'txt'],
    ['.htaccess', 'file', 'htaccess'],
    ['', 'file', 'bin'],
    ['   .txt', 'file', 'txt'],
    ['no extension', 'no extension', 'bin'],
    ['bad.ex t', 'bad', 'bin'],
    ['long.abcdefghijk', 'long', 'bin'],
    ['Ökofaktum λ ليلى.txt', 'Ökofaktum λ ليلى', 'txt'],
    [`${'x'.repeat(300)}.txt`, 'x'.repeat(200), 'txt'],
    ['half\ud83d.txt', 'half', 'txt'],
  ])('of %j remains what is safe', async (name, filename, ext) => {
    expect(await fileName(name, Uint8Array.from(bytes.text))).toEqual({ filename, ext })
  })
})
