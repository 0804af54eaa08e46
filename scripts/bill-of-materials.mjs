// What the archive consists of, as CycloneDX has it: for those who watch libraries for faults and licences.

/**
 * @param product name, version and licence of Trowel
 * @param libraries as the lock file has them (scripts/libraries.mjs)
 * @param direct the places of those that Trowel itself loads
 * @param time of the sources: the same sources make the same text
 */
export function billOfMaterials({ product, libraries, direct, time }) {
  const ownRef = `${product.name}@${product.version}`
  const known = new Set(libraries.map(({ place }) => place))
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      timestamp: time.toISOString(),
      component: {
        type: 'application',
        'bom-ref': ownRef,
        name: product.name,
        version: product.version,
        ...licencesOf(product),
      },
    },
    components: libraries.map(componentOf),
    dependencies: [
      { ref: ownRef, dependsOn: [...new Set(direct)].sort() },
      ...libraries.map(({ place, needs }) => ({
        ref: place,
        dependsOn: [...new Set(needs)].filter((need) => known.has(need)).sort(),
      })),
    ],
  }
}

function componentOf({ place, name, version, optional, integrity, ...library }) {
  const [last, group] = name.split('/').reverse()
  return {
    type: 'library',
    'bom-ref': place,
    ...(group === undefined ? {} : { group }),
    name: last,
    version,
    // What is made for some systems alone.
    scope: optional ? 'optional' : 'required',
    ...(integrity === undefined ? {} : { hashes: [digestOf(integrity)] }),
    ...licencesOf(library),
    purl: `pkg:npm/${group === undefined ? '' : `${encodeURIComponent(group)}/`}${last}@${version}`,
  }
}

/** Of the package as it was published. */
function digestOf(integrity) {
  const [algorithm, digest] = integrity.split('-')
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(digest, 'base64').toString('hex') }
}

/** A few libraries have a licence among their files, and do not name it. */
function licencesOf({ license }) {
  if (typeof license !== 'string') return {}
  const isOne = /^[A-Za-z0-9.+-]+$/.test(license)
  return { licenses: [isOne ? { license: { id: license } } : { expression: license }] }
}
