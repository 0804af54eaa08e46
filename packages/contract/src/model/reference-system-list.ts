/** A reference system: its EPSG code, its name, its definition for PROJ. */
export type ReferenceSystem = readonly [epsg: number, name: string, definition: string]

/**
 * Reference systems of coordinates that excavations and surveys use, besides those that come in zones.
 *
 * Source: EPSG Geodetic Parameter Dataset 11.022 (IOGP, 2024). A shift to WGS 84 (`+towgs84`) is the one for
 * the whole area of the system, good to one or a few metres.
 */
export const referenceSystems: readonly ReferenceSystem[] = [
  [4326, 'WGS 84', '+proj=longlat +datum=WGS84'],
  [
    3857,
    'WGS 84 / Pseudo-Mercator',
    '+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +nadgrids=@null +wktext',
  ],
  [3395, 'WGS 84 / World Mercator', '+proj=merc +lon_0=0 +k=1 +x_0=0 +y_0=0 +datum=WGS84 +units=m'],
  [4258, 'ETRS89', '+proj=longlat +ellps=GRS80'],
  [4269, 'NAD83', '+proj=longlat +datum=NAD83'],
  [4230, 'ED50', '+proj=longlat +ellps=intl +towgs84=-87,-98,-121,0,0,0,0'],
  [4265, 'Monte Mario', '+proj=longlat +ellps=intl +towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68'],
  [4277, 'OSGB36', '+proj=longlat +ellps=airy +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489'],
  [4312, 'MGI', '+proj=longlat +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232'],
  [4314, 'DHDN', '+proj=longlat +ellps=bessel +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7'],
  [4149, 'CH1903', '+proj=longlat +ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0'],
  [4171, 'RGF93 v1', '+proj=longlat +ellps=GRS80'],
  [4670, 'IGM95', '+proj=longlat +ellps=GRS80'],
  [6706, 'RDN2008', '+proj=longlat +ellps=GRS80'],
  [4275, 'NTF', '+proj=longlat +ellps=clrk80ign +towgs84=-168,-60,320,0,0,0,0'],
  [
    3034,
    'ETRS89-extended / LCC Europe',
    '+proj=lcc +lat_0=52 +lon_0=10 +lat_1=35 +lat_2=65 +x_0=4000000 +y_0=2800000 +ellps=GRS80 +units=m',
  ],
  [
    3035,
    'ETRS89-extended / LAEA Europe',
    '+proj=laea +lat_0=52 +lon_0=10 +x_0=4321000 +y_0=3210000 +ellps=GRS80 +units=m',
  ],
  [
    3003,
    'Monte Mario / Italy zone 1',
    '+proj=tmerc +lat_0=0 +lon_0=9 +k=0.9996 +x_0=1500000 +y_0=0 +ellps=intl +units=m +towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68',
  ],
  [
    3004,
    'Monte Mario / Italy zone 2',
    '+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9996 +x_0=2520000 +y_0=0 +ellps=intl +units=m +towgs84=-104.1,-49.1,-9.9,0.971,-2.917,0.714,-11.68',
  ],
  [6707, 'RDN2008 / UTM zone 32N (N-E)', '+proj=utm +zone=32 +ellps=GRS80 +units=m'],
  [6708, 'RDN2008 / UTM zone 33N (N-E)', '+proj=utm +zone=33 +ellps=GRS80 +units=m'],
  [6709, 'RDN2008 / UTM zone 34N (N-E)', '+proj=utm +zone=34 +ellps=GRS80 +units=m'],
  [
    6875,
    'RDN2008 / Italy zone (N-E)',
    '+proj=tmerc +lat_0=0 +lon_0=12 +k=0.9985 +x_0=7000000 +y_0=0 +ellps=GRS80 +units=m',
  ],
  [
    6876,
    'RDN2008 / Zone 12 (N-E)',
    '+proj=tmerc +lat_0=0 +lon_0=12 +k=1 +x_0=3000000 +y_0=0 +ellps=GRS80 +units=m',
  ],
  [7791, 'RDN2008 / UTM zone 32N', '+proj=utm +zone=32 +ellps=GRS80 +units=m'],
  [7792, 'RDN2008 / UTM zone 33N', '+proj=utm +zone=33 +ellps=GRS80 +units=m'],
  [7793, 'RDN2008 / UTM zone 34N', '+proj=utm +zone=34 +ellps=GRS80 +units=m'],
  [
    7794,
    'RDN2008 / Italy zone (E-N)',
    '+proj=tmerc +lat_0=0 +lon_0=12 +k=0.9985 +x_0=7000000 +y_0=0 +ellps=GRS80 +units=m',
  ],
  [
    7795,
    'RDN2008 / Zone 12 (E-N)',
    '+proj=tmerc +lat_0=0 +lon_0=12 +k=1 +x_0=3000000 +y_0=0 +ellps=GRS80 +units=m',
  ],
  [
    27700,
    'OSGB36 / British National Grid',
    '+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +units=m +towgs84=446.448,-125.157,542.06,0.15,0.247,0.842,-20.489',
  ],
  [
    29902,
    'TM65 / Irish Grid',
    '+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=1.000035 +x_0=200000 +y_0=250000 +a=6377340.189 +rf=299.3249646 +units=m +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15',
  ],
  [
    29903,
    'TM75 / Irish Grid',
    '+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=1.000035 +x_0=200000 +y_0=250000 +a=6377340.189 +rf=299.3249646 +units=m +towgs84=482.5,-130.6,564.6,-1.042,-0.214,-0.631,8.15',
  ],
  [
    2157,
    'IRENET95 / Irish Transverse Mercator',
    '+proj=tmerc +lat_0=53.5 +lon_0=-8 +k=0.99982 +x_0=600000 +y_0=750000 +ellps=GRS80 +units=m',
  ],
  [
    2154,
    'RGF93 v1 / Lambert-93',
    '+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +units=m',
  ],
  [
    27572,
    'NTF (Paris) / Lambert zone II',
    '+proj=lcc +lat_1=46.8 +lat_0=46.8 +lon_0=0 +k_0=0.99987742 +x_0=600000 +y_0=2200000 +ellps=clrk80ign +pm=paris +units=m +towgs84=-168,-60,320,0,0,0,0',
  ],
  [
    3942,
    'RGF93 v1 / CC42',
    '+proj=lcc +lat_0=42 +lon_0=3 +lat_1=41.25 +lat_2=42.75 +x_0=1700000 +y_0=1200000 +ellps=GRS80 +units=m',
  ],
  [
    3943,
    'RGF93 v1 / CC43',
    '+proj=lcc +lat_0=43 +lon_0=3 +lat_1=42.25 +lat_2=43.75 +x_0=1700000 +y_0=2200000 +ellps=GRS80 +units=m',
  ],
  [
    3944,
    'RGF93 v1 / CC44',
    '+proj=lcc +lat_0=44 +lon_0=3 +lat_1=43.25 +lat_2=44.75 +x_0=1700000 +y_0=3200000 +ellps=GRS80 +units=m',
  ],
  [
    3945,
    'RGF93 v1 / CC45',
    '+proj=lcc +lat_0=45 +lon_0=3 +lat_1=44.25 +lat_2=45.75 +x_0=1700000 +y_0=4200000 +ellps=GRS80 +units=m',
  ],
  [
    3946,
    'RGF93 v1 / CC46',
    '+proj=lcc +lat_0=46 +lon_0=3 +lat_1=45.25 +lat_2=46.75 +x_0=1700000 +y_0=5200000 +ellps=GRS80 +units=m',
  ],
  [
    3947,
    'RGF93 v1 / CC47',
    '+proj=lcc +lat_0=47 +lon_0=3 +lat_1=46.25 +lat_2=47.75 +x_0=1700000 +y_0=6200000 +ellps=GRS80 +units=m',
  ],
  [
    3948,
    'RGF93 v1 / CC48',
    '+proj=lcc +lat_0=48 +lon_0=3 +lat_1=47.25 +lat_2=48.75 +x_0=1700000 +y_0=7200000 +ellps=GRS80 +units=m',
  ],
  [
    3949,
    'RGF93 v1 / CC49',
    '+proj=lcc +lat_0=49 +lon_0=3 +lat_1=48.25 +lat_2=49.75 +x_0=1700000 +y_0=8200000 +ellps=GRS80 +units=m',
  ],
  [
    3950,
    'RGF93 v1 / CC50',
    '+proj=lcc +lat_0=50 +lon_0=3 +lat_1=49.25 +lat_2=50.75 +x_0=1700000 +y_0=9200000 +ellps=GRS80 +units=m',
  ],
  [
    31466,
    'DHDN / 3-degree Gauss-Kruger zone 2',
    '+proj=tmerc +lat_0=0 +lon_0=6 +k=1 +x_0=2500000 +y_0=0 +ellps=bessel +units=m +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
  ],
  [
    31467,
    'DHDN / 3-degree Gauss-Kruger zone 3',
    '+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=3500000 +y_0=0 +ellps=bessel +units=m +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
  ],
  [
    31468,
    'DHDN / 3-degree Gauss-Kruger zone 4',
    '+proj=tmerc +lat_0=0 +lon_0=12 +k=1 +x_0=4500000 +y_0=0 +ellps=bessel +units=m +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
  ],
  [
    31469,
    'DHDN / 3-degree Gauss-Kruger zone 5',
    '+proj=tmerc +lat_0=0 +lon_0=15 +k=1 +x_0=5500000 +y_0=0 +ellps=bessel +units=m +towgs84=598.1,73.7,418.2,0.202,0.045,-2.455,6.7',
  ],
  [
    31254,
    'MGI / Austria GK West',
    '+proj=tmerc +lat_0=0 +lon_0=10.3333333333333 +k=1 +x_0=0 +y_0=-5000000 +ellps=bessel +units=m +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232',
  ],
  [
    31255,
    'MGI / Austria GK Central',
    '+proj=tmerc +lat_0=0 +lon_0=13.3333333333333 +k=1 +x_0=0 +y_0=-5000000 +ellps=bessel +units=m +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232',
  ],
  [
    31256,
    'MGI / Austria GK East',
    '+proj=tmerc +lat_0=0 +lon_0=16.3333333333333 +k=1 +x_0=0 +y_0=-5000000 +ellps=bessel +units=m +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232',
  ],
  [
    31257,
    'MGI / Austria GK M28',
    '+proj=tmerc +lat_0=0 +lon_0=10.3333333333333 +k=1 +x_0=150000 +y_0=-5000000 +ellps=bessel +units=m +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232',
  ],
  [
    31258,
    'MGI / Austria GK M31',
    '+proj=tmerc +lat_0=0 +lon_0=13.3333333333333 +k=1 +x_0=450000 +y_0=-5000000 +ellps=bessel +units=m +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232',
  ],
  [
    31259,
    'MGI / Austria GK M34',
    '+proj=tmerc +lat_0=0 +lon_0=16.3333333333333 +k=1 +x_0=750000 +y_0=-5000000 +ellps=bessel +units=m +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232',
  ],
  [
    31287,
    'MGI / Austria Lambert',
    '+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 +ellps=bessel +units=m +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232',
  ],
  [
    21781,
    'CH1903 / LV03',
    '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=600000 +y_0=200000 +ellps=bessel +units=m +towgs84=674.374,15.056,405.346,0,0,0,0',
  ],
  [
    2056,
    'CH1903+ / LV95',
    '+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +units=m +towgs84=674.374,15.056,405.346,0,0,0,0',
  ],
  [
    31370,
    'BD72 / Belgian Lambert 72',
    '+proj=lcc +lat_0=90 +lon_0=4.36748666666667 +lat_1=51.1666672333333 +lat_2=49.8333339 +x_0=150000.013 +y_0=5400088.438 +ellps=intl +units=m +towgs84=-106.8686,52.2978,-103.7239,0.3366,-0.457,1.8422,-1.2747',
  ],
  [
    3812,
    'ETRS89 / Belgian Lambert 2008',
    '+proj=lcc +lat_0=50.797815 +lon_0=4.35921583333333 +lat_1=49.8333333333333 +lat_2=51.1666666666667 +x_0=649328 +y_0=665262 +ellps=GRS80 +units=m',
  ],
  [
    28992,
    'Amersfoort / RD New',
    '+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +units=m +towgs84=565.4171,50.3319,465.5524,-0.398957,0.343988,-1.877402,4.0725',
  ],
  [
    2169,
    'LUREF / Luxembourg TM',
    '+proj=tmerc +lat_0=49.8333333333333 +lon_0=6.16666666666667 +k=1 +x_0=80000 +y_0=100000 +ellps=intl +units=m +towgs84=-189.6806,18.3463,-42.7695,-0.33746,-3.09264,2.53861,0.4598',
  ],
  [
    2100,
    'GGRS87 / Greek Grid',
    '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m +towgs84=-199.87,74.79,246.62,0,0,0,0',
  ],
  [
    6312,
    'CGRS93 / Cyprus Local Transverse Mercator',
    '+proj=tmerc +lat_0=0 +lon_0=33 +k=0.99995 +x_0=200000 +y_0=-3500000 +ellps=WGS84 +units=m +towgs84=8.846,-4.394,-1.122,-0.00237,-0.146528,0.130428,0.783926',
  ],
  [3006, 'SWEREF99 TM', '+proj=utm +zone=33 +ellps=GRS80 +units=m'],
  [3067, 'ETRS89 / TM35FIN(E,N)', '+proj=utm +zone=35 +ellps=GRS80 +units=m'],
  [
    3301,
    'Estonian Coordinate System of 1997',
    '+proj=lcc +lat_0=57.5175539305556 +lon_0=24 +lat_1=59.3333333333333 +lat_2=58 +x_0=500000 +y_0=6375000 +ellps=GRS80 +units=m',
  ],
  [
    3059,
    'LKS-92 / Latvia TM',
    '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9996 +x_0=500000 +y_0=-6000000 +ellps=GRS80 +units=m',
  ],
  [
    3346,
    'LKS94 / Lithuania TM',
    '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.9998 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m',
  ],
  [
    5110,
    'ETRS89 / NTM zone 10',
    '+proj=tmerc +lat_0=58 +lon_0=10.5 +k=1 +x_0=100000 +y_0=1000000 +ellps=GRS80 +units=m',
  ],
  [
    2180,
    'ETRF2000-PL / CS92',
    '+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 +ellps=GRS80 +units=m',
  ],
  [
    2176,
    'ETRF2000-PL / CS2000/15',
    '+proj=tmerc +lat_0=0 +lon_0=15 +k=0.999923 +x_0=5500000 +y_0=0 +ellps=GRS80 +units=m',
  ],
  [
    2177,
    'ETRF2000-PL / CS2000/18',
    '+proj=tmerc +lat_0=0 +lon_0=18 +k=0.999923 +x_0=6500000 +y_0=0 +ellps=GRS80 +units=m',
  ],
  [
    2178,
    'ETRF2000-PL / CS2000/21',
    '+proj=tmerc +lat_0=0 +lon_0=21 +k=0.999923 +x_0=7500000 +y_0=0 +ellps=GRS80 +units=m',
  ],
  [
    2179,
    'ETRF2000-PL / CS2000/24',
    '+proj=tmerc +lat_0=0 +lon_0=24 +k=0.999923 +x_0=8500000 +y_0=0 +ellps=GRS80 +units=m',
  ],
  [
    5514,
    'S-JTSK / Krovak East North',
    '+proj=krovak +lat_0=49.5 +lon_0=24.8333333333333 +alpha=30.2881397527778 +k=0.9999 +x_0=0 +y_0=0 +ellps=bessel +units=m +towgs84=589,76,480,0,0,0,0',
  ],
  [
    23700,
    'HD72 / EOV',
    '+proj=somerc +lat_0=47.1443937222222 +lon_0=19.0485717777778 +k_0=0.99993 +x_0=650000 +y_0=200000 +ellps=GRS67 +units=m +towgs84=52.17,-71.82,-14.9,0,0,0,0',
  ],
  [
    3844,
    'Pulkovo 1942(58) / Stereo70',
    '+proj=sterea +lat_0=46 +lon_0=25 +k=0.99975 +x_0=500000 +y_0=500000 +ellps=krass +units=m +towgs84=33.4,-146.6,-76.3,-0.359,-0.053,0.844,-0.84',
  ],
  [
    3765,
    'HTRS96 / Croatia TM',
    '+proj=tmerc +lat_0=0 +lon_0=16.5 +k=0.9999 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m',
  ],
  [
    3794,
    'Slovenia 1996 / Slovene National Grid',
    '+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9999 +x_0=500000 +y_0=-5000000 +ellps=GRS80 +units=m',
  ],
  [
    6870,
    'ETRS89 / Albania TM 2010',
    '+proj=tmerc +lat_0=0 +lon_0=20 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m',
  ],
  [
    3763,
    'ETRS89 / Portugal TM06',
    '+proj=tmerc +lat_0=39.6682583333333 +lon_0=-8.13310833333333 +k=1 +x_0=0 +y_0=0 +ellps=GRS80 +units=m',
  ],
  [
    2039,
    'Israel 1993 / Israeli TM Grid',
    '+proj=tmerc +lat_0=31.7343936111111 +lon_0=35.2045169444444 +k=1.0000067 +x_0=219529.584 +y_0=626907.39 +ellps=GRS80 +units=m +towgs84=-24.0024,-17.1032,-17.8444,-0.33077,-1.85269,1.66969,5.4248',
  ],
  [5253, 'TUREF / TM27', '+proj=tmerc +lat_0=0 +lon_0=27 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m'],
  [5254, 'TUREF / TM30', '+proj=tmerc +lat_0=0 +lon_0=30 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m'],
  [5255, 'TUREF / TM33', '+proj=tmerc +lat_0=0 +lon_0=33 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m'],
  [5256, 'TUREF / TM36', '+proj=tmerc +lat_0=0 +lon_0=36 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m'],
  [5257, 'TUREF / TM39', '+proj=tmerc +lat_0=0 +lon_0=39 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m'],
  [5258, 'TUREF / TM42', '+proj=tmerc +lat_0=0 +lon_0=42 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m'],
  [5259, 'TUREF / TM45', '+proj=tmerc +lat_0=0 +lon_0=45 +k=1 +x_0=500000 +y_0=0 +ellps=GRS80 +units=m'],
  [
    2193,
    'NZGD2000 / New Zealand Transverse Mercator 2000',
    '+proj=tmerc +lat_0=0 +lon_0=173 +k=0.9996 +x_0=1600000 +y_0=10000000 +ellps=GRS80 +units=m',
  ],
]

/** Systems in zones of Universal Transverse Mercator: the code of a zone is `base` and its number. */
export interface ZonedSystem {
  readonly name: string
  readonly base: number
  readonly first: number
  readonly last: number
  readonly definition: (zone: number) => string
}

/** Source as above. */
export const zonedSystems: readonly ZonedSystem[] = [
  {
    name: 'WGS 84 / UTM zone {zone}N',
    base: 32600,
    first: 1,
    last: 60,
    definition: (zone) => `+proj=utm +zone=${zone} +datum=WGS84`,
  },
  {
    name: 'WGS 84 / UTM zone {zone}S',
    base: 32700,
    first: 1,
    last: 60,
    definition: (zone) => `+proj=utm +zone=${zone} +south +datum=WGS84`,
  },
  {
    name: 'ETRS89 / UTM zone {zone}N',
    base: 25800,
    first: 28,
    last: 38,
    definition: (zone) => `+proj=utm +zone=${zone} +ellps=GRS80`,
  },
  {
    name: 'ED50 / UTM zone {zone}N',
    base: 23000,
    first: 28,
    last: 38,
    definition: (zone) => `+proj=utm +zone=${zone} +ellps=intl +towgs84=-87,-98,-121,0,0,0,0`,
  },
  {
    name: 'NAD83 / UTM zone {zone}N',
    base: 26900,
    first: 1,
    last: 23,
    definition: (zone) => `+proj=utm +zone=${zone} +datum=NAD83`,
  },
]
