import { xmlText } from '../../../formats/sheet-text.js'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const relationships = 'http://schemas.openxmlformats.org/package/2006/relationships'
const officeRelationship = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const contentTypes = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** Where the sheet of this number, from 1, lies in the file. */
export const sheetPath = (number: number): string => `xl/worksheets/sheet${number}.xml`

/** The attribute that makes a cell bold. */
export const boldStyle = ' s="1"'

/** What stands before the rows of a sheet: its first row stays in sight. */
export const sheetStart = `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><sheetData>`
export const sheetEnd = '</sheetData></worksheet>'

/** The parts of a workbook besides its sheets, path by path (ECMA-376 part 1, §12.2 and §18). */
export function workbookParts(sheetNames: readonly string[]): ReadonlyMap<string, string> {
  const numbered = <T>(write: (name: string, number: number) => T): string =>
    sheetNames.map((name, index) => write(name, index + 1)).join('')
  const sheets = numbered((name, n) => `<sheet name="${xmlText(name)}" sheetId="${n}" r:id="sheet${n}"/>`)
  const targets = numbered((_, n) => relationship(`sheet${n}`, 'worksheet', `worksheets/sheet${n}.xml`))
  const overrides = numbered((_, n) => override(sheetPath(n), 'worksheet'))
  return new Map([
    ['_rels/.rels', relationshipsXml(relationship('workbook', 'officeDocument', 'xl/workbook.xml'))],
    [
      'xl/workbook.xml',
      `${declaration}<workbook xmlns="${main}" xmlns:r="${officeRelationship}"><sheets>${sheets}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relationshipsXml(targets + relationship('styles', 'styles', 'styles.xml')),
    ],
    ['xl/styles.xml', styles],
    [
      '[Content_Types].xml',
      `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>${override('xl/workbook.xml', 'sheet.main')}${overrides}${override('xl/styles.xml', 'styles')}</Types>`,
    ],
  ])
}

const relationshipsXml = (content: string): string =>
  `${declaration}<Relationships xmlns="${relationships}">${content}</Relationships>`

const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${officeRelationship}/${type}" Target="${target}"/>`

const override = (path: string, type: string): string =>
  `<Override PartName="/${path}" ContentType="${contentTypes}.${type}+xml"/>`

/** Style 0 is plain, style 1 bold; the two fills are those that every program expects at these places. */
const styles = `${declaration}<styleSheet xmlns="${main}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`
