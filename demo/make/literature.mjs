/** A library of works that nobody wrote, in several scripts, and the records that cite them. */
export const literature = {
  library: {
    type: 'group',
    refman_id: '990000001',
    name: 'Poggio Falcone',
  },
  works: [
    {
      key: 'PF2AERME',
      version: 118,
      author_year: 'Montefusco 2022',
      citation:
        'Montefusco, Livia. 2022. <i>Poggio Falcone, I. Gli scavi 2019–2021</i>. Monterme: Quaderni dell’Erme.',
      csl: {
        type: 'book',
        title: 'Poggio Falcone, I. Gli scavi 2019–2021',
        author: [
          {
            family: 'Montefusco',
            given: 'Livia',
          },
        ],
        issued: {
          'date-parts': [[2022]],
        },
        'publisher-place': 'Monterme',
        publisher: 'Quaderni dell’Erme',
        language: 'it',
      },
    },
    {
      key: 'GUADV7K3',
      version: 121,
      author_year: 'Ghirlandi 1987',
      citation:
        'Ghirlandi, Tommaso. 1987. “Un guado e la sua collina: ricognizioni lungo l’Erme.” <i>Bollettino della Valle dell’Erme</i> 4: 12–39.',
      csl: {
        type: 'article-journal',
        title: 'Un guado e la sua collina: ricognizioni lungo l’Erme',
        author: [
          {
            family: 'Ghirlandi',
            given: 'Tommaso',
          },
        ],
        issued: {
          'date-parts': [[1987]],
        },
        'container-title': 'Bollettino della Valle dell’Erme',
        volume: '4',
        page: '12–39',
        language: 'it',
      },
    },
    {
      key: 'FJBVLA86',
      version: 126,
      author_year: 'Wörner 2016',
      citation:
        'Wörner, Zoë. 2016. “Bogen, Blatt und Schlange: Fibeln der frühen Eisenzeit zwischen zwei Flüssen.” <i>Zeitschrift für erfundene Altertümer</i> 31: 201–244.',
      csl: {
        type: 'article-journal',
        title: 'Bogen, Blatt und Schlange: Fibeln der frühen Eisenzeit zwischen zwei Flüssen',
        author: [
          {
            family: 'Wörner',
            given: 'Zoë',
          },
        ],
        issued: {
          'date-parts': [[2016]],
        },
        'container-title': 'Zeitschrift für erfundene Altertümer',
        volume: '31',
        page: '201–244',
        language: 'de',
      },
    },
    {
      key: 'HERD4C9T',
      version: 130,
      author_year: 'Dąbrowska 2011',
      citation:
        'Dąbrowska, Małgorzata. 2011. <i>Hearths and Households: What Burnt Floors Remember</i>. Kraków: Trzy Kopce.',
      csl: {
        type: 'book',
        title: 'Hearths and Households: What Burnt Floors Remember',
        author: [
          {
            family: 'Dąbrowska',
            given: 'Małgorzata',
          },
        ],
        issued: {
          'date-parts': [[2011]],
        },
        'publisher-place': 'Kraków',
        publisher: 'Trzy Kopce',
        language: 'en',
      },
    },
    {
      key: 'XYTRA5EL',
      version: 133,
      author_year: 'Παπαδημητρίου 2008',
      citation:
        'Παπαδημητρίου, Ελένη. 2008. “Μαγειρικά σκεύη και εστίες της πρώιμης εποχής του σιδήρου.” <i>Επινοημένα Ανάλεκτα</i> 12: 77–103.',
      csl: {
        type: 'article-journal',
        title: 'Μαγειρικά σκεύη και εστίες της πρώιμης εποχής του σιδήρου',
        author: [
          {
            family: 'Παπαδημητρίου',
            given: 'Ελένη',
          },
        ],
        issued: {
          'date-parts': [[2008]],
        },
        'container-title': 'Επινοημένα Ανάλεκτα',
        volume: '12',
        page: '77–103',
        language: 'el',
      },
    },
    {
      key: 'CHARC2AR',
      version: 139,
      author_year: 'حداد 2023',
      citation:
        'حداد, ليلى. 2023. “الفحم النباتي من مواقد العصر الحديدي.” <i>مجلة الحفريات المتخيلة</i> 5: ٢١–٤٨.',
      csl: {
        type: 'article-journal',
        title: 'الفحم النباتي من مواقد العصر الحديدي',
        author: [
          {
            family: 'حداد',
            given: 'ليلى',
          },
        ],
        issued: {
          'date-parts': [[2023]],
        },
        'container-title': 'مجلة الحفريات المتخيلة',
        volume: '5',
        page: '٢١–٤٨',
        language: 'ar',
      },
    },
    {
      key: 'SKLA3UKR',
      version: 142,
      author_year: 'Коваленко 2014',
      citation:
        'Коваленко, Оксана. 2014. “Скляний посуд та його наслідування.” <i>Вигадані студії</i> 9: 55–70.',
      csl: {
        type: 'article-journal',
        title: 'Скляний посуд та його наслідування',
        author: [
          {
            family: 'Коваленко',
            given: 'Оксана',
          },
        ],
        issued: {
          'date-parts': [[2014]],
        },
        'container-title': 'Вигадані студії',
        volume: '9',
        page: '55–70',
        language: 'uk',
      },
    },
    {
      key: 'BURJAL58',
      version: 147,
      author_year: 'Cattabriga 2019',
      citation:
        'Cattabriga, Rosa. 2019. <i>Tile Graves of the Upper Erme: Age, Sex and Stature</i>. Monterme: Quaderni dell’Erme.',
      csl: {
        type: 'book',
        title: 'Tile Graves of the Upper Erme: Age, Sex and Stature',
        author: [
          {
            family: 'Cattabriga',
            given: 'Rosa',
          },
        ],
        issued: {
          'date-parts': [[2019]],
        },
        'publisher-place': 'Monterme',
        publisher: 'Quaderni dell’Erme',
        language: 'en',
      },
    },
    {
      key: 'CJSTERN7',
      version: 151,
      author_year: 'Morikawa 2020',
      citation:
        'Morikawa, Jun. 2020. “How a Cistern Fills: Depositional Events in Rock-Cut Shafts.” <i>Invented Journal of Site Formation</i> 2: 1–26.',
      csl: {
        type: 'article-journal',
        title: 'How a Cistern Fills: Depositional Events in Rock-Cut Shafts',
        author: [
          {
            family: 'Morikawa',
            given: 'Jun',
          },
        ],
        issued: {
          'date-parts': [[2020]],
        },
        'container-title': 'Invented Journal of Site Formation',
        volume: '2',
        page: '1–26',
        language: 'en',
      },
    },
  ],
  citations: [
    {
      table: 'sites',
      record: 'PF',
      key: 'PF2AERME',
    },
    {
      table: 'sites',
      record: 'PF',
      key: 'GUADV7K3',
      pages: '14–19',
    },
    {
      table: 'sites',
      record: 'GU',
      key: 'GUADV7K3',
      pages: '20–31',
      notes: 'First mention of the ford.',
    },
    {
      table: 'sites',
      record: 'PQ',
      key: 'GUADV7K3',
      pages: '33',
    },
    {
      table: 'contexts',
      record: 'C1016',
      key: 'HERD4C9T',
      pages: '88–91',
      notes: 'Same way of building the floor.',
    },
    {
      table: 'contexts',
      record: 'C1029',
      key: 'HERD4C9T',
      pages: '102',
    },
    {
      table: 'contexts',
      record: 'C1043',
      key: 'XYTRA5EL',
      pages: '80',
    },
    {
      table: 'contexts',
      record: 'C1065',
      key: 'CHARC2AR',
    },
    {
      table: 'contexts',
      record: 'C3021',
      key: 'CJSTERN7',
      pages: '9–13',
    },
    {
      table: 'contexts',
      record: 'C3022',
      key: 'CJSTERN7',
      pages: '14',
    },
    {
      table: 'contexts',
      record: 'C3021',
      key: 'PF2AERME',
      pages: 'fig. 41',
    },
    {
      table: 'finds',
      record: 'PF22-0008',
      key: 'FJBVLA86',
      pages: '221, type 7b',
    },
    {
      table: 'finds',
      record: 'PF22-0016',
      key: 'FJBVLA86',
      pages: '223',
    },
    {
      table: 'finds',
      record: 'PF23-0063',
      key: 'FJBVLA86',
      pages: '208',
      notes: 'The closest parallel.',
    },
    {
      table: 'finds',
      record: 'PF23-0363',
      key: 'SKLA3UKR',
      pages: '66',
    },
    {
      table: 'burials',
      record: 'B001',
      key: 'BURJAL58',
      pages: '31–34',
    },
    {
      table: 'burials',
      record: 'B001',
      key: 'PF2AERME',
      pages: '118',
    },
  ],
}
