/** Geometries, map features and layers of the map. */
export const geometry = {
  codes: {
    // Layers of the map
    error_geoface_updated: 'The map layers were not saved; "errors" says what to change.',
    unknown_file: 'There is no such uploaded file.',
    not_geojson: 'The file is no GeoJSON.',
    not_xml: 'The file is no XML.',
    not_pmtiles: 'The file is no PMTiles archive.',
    not_raster: 'The picture cannot be read.',
    no_place: 'The picture does not say where it lies.',
    no_system: 'The picture does not say in which reference system it lies.',
    too_many_pixels: 'The picture has too many pixels.',

    // Map features
    geodata_not_found: 'There is no such map feature.',
    error_insert_geodata: 'The geometry is not valid; "errors" says why.',
    error_update_geometry: 'A geometry is not valid and none was changed; "errors" says why.',
    error_getting_geodata: 'The map features could not be read.',

    // Geometries
    unsupported_geometry: 'The map cannot store geometries of this kind.',
    invalid_coordinates: 'These are no coordinates.',
    outside_the_world: 'This is no longitude and latitude.',
    ring_too_short: 'An area needs at least three corners.',
    ring_not_closed: 'The outline of an area ends where it begins.',
  },

  problems: {
    // Map features
    table_no_collection: 'The table "{{table}}" is no collection: it has no map data of its own.',

    // Layers of the map
    map_file_type: 'A file for the map ends with {{types}}.',
    no_such_map_file: 'There is no such file for the map.',
    layers_as_list: 'Send the layers as a list.',
    map_layers_changed:
      'Another person changed the layers of the map meanwhile. Look at them again, then save.',
    too_many_layers: 'A map has at most {{most}} layers.',
    layer_form: 'A layer is an object with "type" and "path".',
    layer_text: '"{{name}}" is a text.',
    layer_text_too_long: '"{{name}}" has at most {{most}} characters.',
    layer_type_unknown: 'A layer is one of {{types}}.',
    layer_place_unknown: 'A layer is an overlay or a base.',
    layer_needs_path: 'A layer needs a path.',
    layer_file_missing: 'There is no uploaded file "{{file}}".',
    layer_address_form: 'The path is an address that begins with http:// or https://.',
    file_not_geojson: 'The file is no GeoJSON, which its name says it is.',
    file_not_xml: 'The file is no XML, which its name says it is.',
    file_not_pmtiles: 'The file is no PMTiles archive of version 3, which its name says it is.',
    raster_type: 'A picture for the map ends with {{types}}.',
    raster_unreadable:
      'The picture is damaged, or of a kind that cannot be read here. GDAL makes one that can: gdal_translate -of COG.',
    raster_no_place:
      'The picture does not say where it lies. Send its world file with it (.tfw, .pgw, .jgw, .wld).',
    raster_no_system:
      'The picture does not say in which reference system it lies, or in one that is not known here. Choose its EPSG code.',
    raster_too_many_pixels:
      'The picture has more than {{most}} million pixels, or strips that are too large. Save it smaller, or in tiles: gdal_translate -of COG.',
    raster_takes_too_long:
      'The picture takes longer than the service allows. Save it in tiles: gdal_translate -of COG.',
    view_layers_form: 'must be a list of up to {{most}} layers, each with "tb" or "layer"',

    // Geometries
    geometry_kinds: 'A geometry is one of {{kinds}}.',
    position_form: 'A position is a list of longitude and latitude.',
    coordinates_expected: 'Here a list of coordinates is needed.',
    ring_positions: 'A ring has at least four positions, the first one repeated.',
    ring_end: 'A ring ends with the position it begins with.',
    line_positions: 'A line has at least two positions.',
    box_form: '"{{name}}" must be four numbers: west, south, east, north, south not above north.',
    names_too_many_fields: 'must not name more than {{most}} fields',
    names_geometry_twice: 'must not name a geometry twice',
    zoom_up_to: 'a zoom from 0 to {{most}}',
    column_below: 'a column below {{end}}',
    row_below: 'a row below {{end}}',
    tiles_being_drawn: 'Too many tiles are being drawn; try again in a moment.',
    long_geometries_being_saved: 'Too many long geometries are being saved; try again in a moment.',
    geometries_take_too_long:
      'Geometries of this size take longer than the service allows. Ask for fewer at once, or try again later.',
  },
} as const
