import type { PrintLanguageCode } from '@trowel/contract/model/languages.js'

/** What print says of its own, in one language. `{n}` and `{m}` are numbers. */
export interface PrintWords {
  readonly page: string
  readonly printed: string
  readonly yes: string
  readonly no: string
  readonly stratigraphy: string
  readonly above: string
  readonly beside: string
  readonly below: string
  /** The ten relations by their code, seen from the record that is printed. */
  readonly relations: Readonly<Record<number, string>>
  readonly map: string
  readonly images: string
  readonly links: string
  readonly bibliography: string
  /** Below radiocarbon dates. */
  readonly calibratedWith: string
  readonly records: string
  /** A year before and after the beginning of our era; from 1000 on the number stands alone. */
  readonly yearBefore: string
  readonly yearAfter: string
  /** How sure a date is, from certain to uncertain. */
  readonly certainty: readonly string[]
  /** English dates are said as the grammar of dates says them. */
  readonly dates: PrintedDates | undefined
  readonly north: string
  readonly more: string
  /** Who made a record and changed it last, and when: heads of columns. */
  readonly stamps: Readonly<Record<string, string>>
}

/** Dates that are known roughly, where their own English is not wanted. */
interface PrintedDates {
  /** `{n}` or `{roman}` is its number, `{era}` what stands behind years of ours or before. */
  readonly century: string
  /** The first one, where its number is written otherwise. */
  readonly firstCentury?: string
  /** By the letters of a part of a century; `{century}` is the whole one. */
  readonly parts: Readonly<Record<string, string>>
  readonly anteQuem: string
  readonly postQuem: string
  readonly undated: string
}

const english: PrintWords = {
  page: 'Page {n} of {m}',
  printed: 'Printed',
  yes: 'yes',
  no: 'no',
  stratigraphy: 'Stratigraphic relations',
  above: 'Above (later)',
  beside: 'Beside (same time)',
  below: 'Below (earlier)',
  relations: {
    1: 'is covered by',
    2: 'is cut by',
    3: 'is abutted by',
    4: 'is filled by',
    5: 'covers',
    6: 'cuts',
    7: 'abuts',
    8: 'fills',
    9: 'is the same as',
    10: 'is bound to',
  },
  map: 'Position',
  images: 'Pictures',
  links: 'Links',
  bibliography: 'Bibliography',
  calibratedWith: 'Calibrated with {curve}: {source}.',
  records: 'Records: {n}',
  yearBefore: '{n} BCE',
  yearAfter: '{n} CE',
  certainty: ['certain', 'probable', 'uncertain'],
  dates: undefined,
  north: 'N',
  more: '+ {n} more',
  stamps: {
    sys_created_at: 'Created',
    sys_created_by: 'Created by',
    sys_changed_at: 'Last changed',
    sys_changed_by: 'Last changed by',
  },
}

/** Learned terms that are the same everywhere. */
const latin = { anteQuem: 'Ante quem: {date}', postQuem: 'Post quem: {date}' }

/** By language tag; English where there is none. */
const languages: Readonly<Record<PrintLanguageCode, PrintWords>> = {
  en: english,
  it: {
    page: 'Pagina {n} di {m}',
    printed: 'Stampato il',
    yes: 'sì',
    no: 'no',
    stratigraphy: 'Rapporti stratigrafici',
    above: 'Sopra (posteriore)',
    beside: 'Accanto (contemporaneo)',
    below: 'Sotto (anteriore)',
    relations: {
      1: 'è coperto da',
      2: 'è tagliato da',
      3: 'gli si appoggia',
      4: 'è riempito da',
      5: 'copre',
      6: 'taglia',
      7: 'si appoggia a',
      8: 'riempie',
      9: 'è uguale a',
      10: 'si lega a',
    },
    map: 'Posizione',
    images: 'Immagini',
    links: 'Collegamenti',
    bibliography: 'Bibliografia',
    calibratedWith: 'Calibrate con {curve}: {source}.',
    records: 'Schede: {n}',
    yearBefore: '{n} a.C.',
    yearAfter: '{n} d.C.',
    certainty: ['certa', 'probabile', 'incerta'],
    dates: {
      century: '{roman} sec. {era}',
      parts: {
        e: 'Inizio del {century}',
        m: 'Metà del {century}',
        l: 'Fine del {century}',
        h1: 'Prima metà del {century}',
        h2: 'Seconda metà del {century}',
        q1: 'Primo quarto del {century}',
        q2: 'Secondo quarto del {century}',
        q3: 'Terzo quarto del {century}',
        q4: 'Ultimo quarto del {century}',
      },
      ...latin,
      undated: 'Non datato',
    },
    north: 'N',
    more: '+ altri {n}',
    stamps: {
      sys_created_at: 'Creata',
      sys_created_by: 'Creata da',
      sys_changed_at: 'Ultima modifica',
      sys_changed_by: 'Modificata da',
    },
  },
  de: {
    page: 'Seite {n} von {m}',
    printed: 'Gedruckt am',
    yes: 'ja',
    no: 'nein',
    stratigraphy: 'Stratigraphische Beziehungen',
    above: 'Darüber (jünger)',
    beside: 'Daneben (gleichzeitig)',
    below: 'Darunter (älter)',
    relations: {
      1: 'wird überdeckt von',
      2: 'wird geschnitten von',
      3: 'trägt',
      4: 'wird verfüllt von',
      5: 'überdeckt',
      6: 'schneidet',
      7: 'lehnt sich an',
      8: 'verfüllt',
      9: 'ist gleich',
      10: 'ist verbunden mit',
    },
    map: 'Lage',
    images: 'Abbildungen',
    links: 'Verknüpfungen',
    bibliography: 'Literatur',
    calibratedWith: 'Kalibriert mit {curve}: {source}.',
    records: 'Datensätze: {n}',
    yearBefore: '{n} v. Chr.',
    yearAfter: '{n} n. Chr.',
    certainty: ['sicher', 'wahrscheinlich', 'unsicher'],
    dates: {
      century: '{n}. Jh. {era}',
      parts: {
        e: 'Frühes {century}',
        m: 'Mitte {century}',
        l: 'Spätes {century}',
        h1: 'Erste Hälfte {century}',
        h2: 'Zweite Hälfte {century}',
        q1: 'Erstes Viertel {century}',
        q2: 'Zweites Viertel {century}',
        q3: 'Drittes Viertel {century}',
        q4: 'Letztes Viertel {century}',
      },
      ...latin,
      undated: 'Undatiert',
    },
    north: 'N',
    more: '+ {n} weitere',
    stamps: {
      sys_created_at: 'Erstellt',
      sys_created_by: 'Erstellt von',
      sys_changed_at: 'Zuletzt geändert',
      sys_changed_by: 'Geändert von',
    },
  },
  fr: {
    page: 'Page {n} sur {m}',
    printed: 'Imprimé le',
    yes: 'oui',
    no: 'non',
    stratigraphy: 'Relations stratigraphiques',
    above: 'Au-dessus (postérieur)',
    beside: 'À côté (contemporain)',
    below: 'Au-dessous (antérieur)',
    relations: {
      1: 'est couvert par',
      2: 'est coupé par',
      3: 'supporte',
      4: 'est comblé par',
      5: 'couvre',
      6: 'coupe',
      7: 's’appuie contre',
      8: 'comble',
      9: 'équivaut à',
      10: 'est lié à',
    },
    map: 'Position',
    images: 'Images',
    links: 'Liens',
    bibliography: 'Bibliographie',
    calibratedWith: 'Étalonnage par {curve} : {source}.',
    records: 'Fiches : {n}',
    yearBefore: '{n} av. J.-C.',
    yearAfter: '{n} apr. J.-C.',
    certainty: ['certaine', 'probable', 'incertaine'],
    dates: {
      century: '{roman}e s. {era}',
      firstCentury: 'Ier s. {era}',
      parts: {
        e: 'Début du {century}',
        m: 'Milieu du {century}',
        l: 'Fin du {century}',
        h1: 'Première moitié du {century}',
        h2: 'Seconde moitié du {century}',
        q1: 'Premier quart du {century}',
        q2: 'Deuxième quart du {century}',
        q3: 'Troisième quart du {century}',
        q4: 'Dernier quart du {century}',
      },
      ...latin,
      undated: 'Non daté',
    },
    north: 'N',
    more: '+ {n} autres',
    stamps: {
      sys_created_at: 'Créée',
      sys_created_by: 'Créée par',
      sys_changed_at: 'Dernière modification',
      sys_changed_by: 'Modifiée par',
    },
  },
  es: {
    page: 'Página {n} de {m}',
    printed: 'Impreso el',
    yes: 'sí',
    no: 'no',
    stratigraphy: 'Relaciones estratigráficas',
    above: 'Encima (posterior)',
    beside: 'Al lado (contemporáneo)',
    below: 'Debajo (anterior)',
    relations: {
      1: 'está cubierto por',
      2: 'está cortado por',
      3: 'sostiene a',
      4: 'está rellenado por',
      5: 'cubre',
      6: 'corta',
      7: 'se apoya en',
      8: 'rellena',
      9: 'es igual a',
      10: 'está unido a',
    },
    map: 'Posición',
    images: 'Imágenes',
    links: 'Enlaces',
    bibliography: 'Bibliografía',
    calibratedWith: 'Calibradas con {curve}: {source}.',
    records: 'Fichas: {n}',
    yearBefore: '{n} a. C.',
    yearAfter: '{n} d. C.',
    certainty: ['segura', 'probable', 'incierta'],
    dates: {
      century: 's. {roman} {era}',
      parts: {
        e: 'Inicios del {century}',
        m: 'Mediados del {century}',
        l: 'Finales del {century}',
        h1: 'Primera mitad del {century}',
        h2: 'Segunda mitad del {century}',
        q1: 'Primer cuarto del {century}',
        q2: 'Segundo cuarto del {century}',
        q3: 'Tercer cuarto del {century}',
        q4: 'Último cuarto del {century}',
      },
      ...latin,
      undated: 'Sin fecha',
    },
    north: 'N',
    more: '+ {n} más',
    stamps: {
      sys_created_at: 'Creada',
      sys_created_by: 'Creada por',
      sys_changed_at: 'Última modificación',
      sys_changed_by: 'Modificada por',
    },
  },
}

export interface PrintLanguage {
  readonly locale: string
  readonly words: PrintWords
}

/**
 * The language of an application's setting (`it`, `de-AT` …); English where print does not know it, or none
 * is set.
 */
export function printLanguage(setting: string): PrintLanguage {
  const language = setting.toLowerCase().split(/[-_]/)[0] ?? ''
  const words = Object.entries(languages).find(([code]) => code === language)?.[1]
  return words && words !== english ? { locale: language, words } : { locale: 'en-GB', words: english }
}

/** `Page {n} of {m}` with its numbers, and forms with other words in them. */
export const worded = (form: string, said: Readonly<Record<string, number | string>>): string =>
  form.replace(/\{(\w+)\}/g, (whole, name: string) => String(said[name] ?? whole))
