/** The team: everybody is invented. */
export const people = [
  ['Livia Montefusco', 'director', 'University of Val d’Erme', 'it;en'],
  ['Tommaso Ghirlandi', 'field director', 'University of Val d’Erme', 'it;en;fr'],
  ['Niccolò Bàrtoli', 'trench supervisor', 'University of Val d’Erme', 'it'],
  ['Zoë Wörner', 'trench supervisor', 'Institut für Feldarchäologie Altenried', 'de;en;it'],
  ['Małgorzata Dąbrowska', 'trench supervisor', 'Instytut Archeologii w Lesznicy', 'pl;en'],
  ['José Íñiguez Arana', 'surveyor', null, 'es;it;en'],
  ['Ελένη Παπαδάκη', 'pottery specialist', 'Εφορεία Κεραμικής Μελέτης', 'el;en;it'],
  ['ليلى حداد', 'archaeobotanist', 'معهد البيئة القديمة', 'ar;fr;en'],
  ['Aoife Ní Bhraonáin', 'osteologist', 'Bone Laboratory Carrigmore', 'ga;en'],
  ['Françoise Delétang', 'conservator', 'Atelier du Métal', 'fr;it'],
  ['Håkon Lindseth', 'photographer', null, 'no;en'],
  ['Chiara Sant’Elmo', 'draughtswoman', 'University of Val d’Erme', 'it;en'],
  ['Δημήτρης Καλλέργης', 'numismatist', null, 'el;en'],
  ['يوسف العمراني', 'geoarchaeologist', 'مختبر التربة', 'ar;fr;it'],
  ['Ondřej Štěpánek', 'excavator', 'Univerzita Horní Lhota', 'cs;en'],
  ['Rosa Cattabriga', 'excavator', null, 'it'],
  ['Jun Morikawa', 'excavator', null, 'ja;en'],
  ['Beatrice dell’Orsa', 'zooarchaeologist', 'University of Val d’Erme', 'it;en'],
].map(([name, role, institution, languages]) => ({ name, role, institution, languages }))

export const byRole = (...roles) =>
  people.filter((person) => roles.includes(person.role)).map((person) => person.name)

export const excavators = byRole('excavator', 'trench supervisor')
