import type { geometry as english } from '../en/geometry.js'
import type { AreaTranslation } from '../messages.js'

export const geometry: AreaTranslation<typeof english> = {
  codes: {
    // Layers of the map
    error_geoface_updated: 'I livelli della mappa non sono stati salvati.',
    unknown_file: 'Questo file non è stato caricato.',
    not_geojson: 'Il file non è GeoJSON.',
    not_xml: 'Il file non è XML.',
    not_pmtiles: 'Il file non è un archivio PMTiles.',
    not_raster: 'L’immagine non si può leggere.',
    no_place: 'L’immagine non dice dove si trova.',
    no_system: 'L’immagine non dice in quale sistema di riferimento si trova.',
    too_many_pixels: 'L’immagine ha troppi pixel.',

    // Map features
    geodata_not_found: 'Questo elemento della mappa non esiste.',
    error_insert_geodata: 'La geometria non è valida.',
    error_update_geometry: 'Una geometria non è valida e non se ne è cambiata nessuna.',
    error_getting_geodata: 'Gli elementi della mappa non si sono potuti leggere.',

    // Geometries
    unsupported_geometry: 'La mappa non registra geometrie di questo tipo.',
    invalid_coordinates: 'Non sono coordinate.',
    outside_the_world: 'Non sono una longitudine e una latitudine.',
    ring_too_short: 'Un’area ha bisogno di almeno tre vertici.',
    ring_not_closed: 'Il contorno di un’area finisce dove comincia.',
  },

  problems: {
    // Map features
    table_no_collection: 'La tabella «{{table}}» non è una raccolta: non ha dati propri per la mappa.',

    // Layers of the map
    map_file_type: 'Un file per la mappa finisce con {{types}}.',
    no_such_map_file: 'Questo file per la mappa non esiste.',
    layers_as_list: 'I livelli sono un elenco.',
    map_layers_changed:
      'Nel frattempo qualcun altro ha cambiato i livelli della mappa: riguardali, poi salva.',
    too_many_layers: 'Una mappa ha al massimo {{most}} livelli.',
    layer_form: 'Uno strato è un oggetto con «type» e «path».',
    layer_text: '«{{name}}» è un testo.',
    layer_text_too_long: '«{{name}}» ha al massimo {{most}} caratteri.',
    layer_type_unknown: 'Uno strato è uno fra {{types}}.',
    layer_place_unknown: 'Un livello sta sopra o fa da sfondo.',
    layer_needs_path: 'A un livello serve un indirizzo.',
    layer_file_missing: 'Il file caricato «{{file}}» non c’è.',
    layer_address_form: 'L’indirizzo comincia con http:// o https://.',
    file_not_geojson: 'Il file non è GeoJSON, come dice il suo nome.',
    file_not_xml: 'Il file non è XML, come dice il suo nome.',
    file_not_pmtiles: 'Il file non è un archivio PMTiles della versione 3, come dice il suo nome.',
    raster_type: 'Un’immagine per la mappa finisce con {{types}}.',
    raster_unreadable:
      'L’immagine è danneggiata, o di un tipo che qui non si può leggere. GDAL ne fa una adatta: gdal_translate -of COG.',
    raster_no_place:
      'L’immagine non dice dove si trova. Invia con lei il suo file world (.tfw, .pgw, .jgw, .wld).',
    raster_no_system:
      'L’immagine non dice in quale sistema di riferimento si trova, o in uno che qui non è conosciuto. Scegli il suo codice EPSG.',
    raster_too_many_pixels:
      'L’immagine ha più di {{most}} milioni di pixel, o strisce troppo grandi. Salvala più piccola, o a tasselli: gdal_translate -of COG.',
    raster_takes_too_long:
      'L’immagine richiede più tempo di quanto il servizio conceda. Salvala a tasselli: gdal_translate -of COG.',
    view_layers_form: 'deve essere un elenco di al massimo {{most}} livelli, ciascuno con "tb" o "layer"',

    // Geometries
    geometry_kinds: 'Una geometria è una di {{kinds}}.',
    position_form: 'Una posizione è un elenco di longitudine e latitudine.',
    coordinates_expected: 'Qui serve un elenco di coordinate.',
    ring_positions: 'Un contorno ha almeno quattro posizioni, con la prima ripetuta.',
    ring_end: 'Un contorno finisce nella posizione in cui comincia.',
    line_positions: 'Una linea ha almeno due posizioni.',
    box_form: '«{{name}}» deve avere quattro numeri: ovest, sud, est, nord, il sud non sopra il nord.',
    names_too_many_fields: 'non deve nominare più di {{most}} campi',
    names_geometry_twice: 'non deve nominare una geometria due volte',
    zoom_up_to: 'un livello di zoom da 0 a {{most}}',
    column_below: 'una colonna sotto {{end}}',
    row_below: 'una riga sotto {{end}}',
    tiles_being_drawn: 'Si stanno disegnando troppi riquadri della mappa: riprova fra un momento.',
    long_geometries_being_saved: 'Si stanno salvando troppe geometrie lunghe: riprova fra un momento.',
    geometries_take_too_long:
      'Geometrie di questa grandezza richiedono più tempo di quanto il servizio concede. Chiedine meno alla volta, o riprova più tardi.',
  },
}
