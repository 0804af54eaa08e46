import exifr from 'exifr'
import type { ImageMetadata, Position } from './image-job.js'

const tags = [
  'Make',
  'Model',
  'LensModel',
  'Artist',
  'Copyright',
  'DateTimeOriginal',
  'OffsetTimeOriginal',
  'ModifyDate',
  'GPSLatitude',
  'GPSLatitudeRef',
  'GPSLongitude',
  'GPSLongitudeRef',
  'GPSAltitude',
  'GPSAltitudeRef',
]

const longest = 200

/**
 * The notes (Exif 2.32) of a picture.
 * @param source its Exif block, or the path of a file that has one
 */
export async function readNotes(source: Buffer | string | undefined): Promise<ImageMetadata> {
  const found = source === undefined ? undefined : await parse(source)
  const taken = textOf(found?.['DateTimeOriginal']) ?? textOf(found?.['ModifyDate'])
  return {
    takenAt: momentOf(taken),
    utcOffset: textOf(found?.['OffsetTimeOriginal'])?.match(/^[+-]\d\d:\d\d$/)?.[0],
    make: textOf(found?.['Make']),
    model: textOf(found?.['Model']),
    lens: textOf(found?.['LensModel']),
    author: textOf(found?.['Artist']),
    copyright: textOf(found?.['Copyright']),
    position: found && positionOf(found),
  }
}

type Found = Readonly<Record<string, unknown>>

async function parse(source: Buffer | string): Promise<Found | undefined> {
  const block = typeof source !== 'string' && source.subarray(0, 4).toString('latin1') === 'Exif'
  try {
    const found: unknown = await exifr.parse(block ? source.subarray(6) : source, {
      pick: tags,
      reviveValues: false,
      translateValues: false,
    })
    return typeof found === 'object' && found !== null ? (found as Found) : undefined
  } catch {
    return undefined
  }
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined
  return [...value.replace(/[\p{Cc}\p{Cs}]/gu, ' ').trim()].slice(0, longest).join('') || undefined
}

/** `2024:07:01 10:11:12`; cameras without a clock write zeros. */
function momentOf(text: string | undefined): string | undefined {
  const [, year, month, day, time] = /^(\d{4})[:-](\d\d)[:-](\d\d)[ T](\d\d:\d\d:\d\d)/.exec(text ?? '') ?? []
  const moment = `${year}-${month}-${day}T${time}`
  const date = new Date(`${moment}Z`)
  return Number.isNaN(date.getTime()) || !date.toISOString().startsWith(moment) ? undefined : moment
}

function positionOf(found: Found): Position | undefined {
  const latitude = degreesOf(found['GPSLatitude'], found['GPSLatitudeRef'], 'S', 90)
  const longitude = degreesOf(found['GPSLongitude'], found['GPSLongitudeRef'], 'W', 180)
  if (latitude === undefined || longitude === undefined) return undefined
  const altitude = found['GPSAltitude']
  const reference = found['GPSAltitudeRef']
  const below = reference instanceof Uint8Array ? reference[0] === 1 : reference === 1
  return {
    latitude,
    longitude,
    altitudeMetres:
      typeof altitude === 'number' && Number.isFinite(altitude) ? (below ? -altitude : altitude) : undefined,
  }
}

/** Degrees, minutes and seconds become degrees with seven decimals: about a centimetre. */
function degreesOf(value: unknown, reference: unknown, negative: string, max: number): number | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(Number.isFinite)) return undefined
  const [degrees = 0, minutes = 0, seconds = 0] = value as number[]
  const angle = degrees + minutes / 60 + seconds / 3600
  if (angle < 0 || angle > max) return undefined
  const rounded = Math.round(angle * 1e7) / 1e7
  return reference === negative ? -rounded : rounded
}
