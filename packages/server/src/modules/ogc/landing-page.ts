import type { RequestScope } from '../../http/scope.js'
import { link } from './links.js'

/** What this interface conforms to (OGC 17-069r4). */
export const conformance = ['core', 'oas30', 'geojson'].map(
  (name) => `http://www.opengis.net/spec/ogcapi-features-1/1.0/conf/${name}`,
)

export const landingPage = ({ application, db }: RequestScope, base: string): object => ({
  title: application.settings.definition || db.app,
  description: 'The map data of the application, by OGC API - Features.',
  links: [
    link(base, 'self', 'json', 'this page'),
    link(`${base}/api`, 'service-desc', 'api', 'the interface in OpenAPI 3.0'),
    link(`${base}/conformance`, 'conformance', 'json', 'what it conforms to'),
    link(`${base}/collections`, 'data', 'json', 'the collections'),
  ],
})
