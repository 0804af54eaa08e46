/** Layouts for paper: a context sheet, a catalogue of finds. */
export const templates = [
  {
    table: 'contexts',
    name: 'context_sheet',
    layout: {
      sections: [
        {
          label: 'Identity',
          content: [
            {
              field: 'ctx_no',
              width: '1/4',
            },
            {
              field: 'trench',
              width: '1/4',
            },
            {
              field: 'phase',
              width: '1/4',
            },
            {
              field: 'ctx_type',
              width: '1/4',
            },
            {
              field: 'definition',
              width: '1/2',
            },
            {
              field: 'chrono_label',
              width: '1/2',
            },
          ],
        },
        {
          label: 'Description',
          content: [
            {
              field: 'description',
              width: '1/1',
            },
            {
              field: 'colour',
              width: '1/3',
            },
            {
              field: 'compaction',
              width: '1/3',
            },
            {
              field: 'inclusions',
              width: '1/3',
            },
            {
              field: 'interpretation',
              width: '1/1',
            },
          ],
        },
        {
          label: 'Measures',
          collapsible: true,
          content: [
            {
              field: 'top_m',
              width: '1/3',
            },
            {
              field: 'bottom_m',
              width: '1/3',
            },
            {
              field: 'area_m2',
              width: '1/3',
            },
          ],
        },
        {
          label: 'Excavation',
          type: 'accordion',
          content: [
            {
              label: '',
              open: true,
              fields: [
                {
                  field: 'excavator',
                  width: '1/2',
                },
                {
                  field: 'excavated_on',
                  width: '1/4',
                },
                {
                  field: 'fully_excavated',
                  width: '1/4',
                },
              ],
            },
          ],
        },
      ],
    },
  },
  {
    table: 'finds',
    name: 'catalogue',
    layout: {
      sections: [
        {
          label: '',
          content: [
            {
              field: 'find_type',
              width: '1/3',
            },
            {
              field: 'material',
              width: '1/3',
            },
            {
              field: 'ware',
              width: '1/3',
            },
            {
              field: 'description',
              width: '1/1',
            },
            {
              field: 'pieces',
              width: '1/4',
            },
            {
              field: 'weight_g',
              width: '1/4',
            },
            {
              field: 'condition',
              width: '1/4',
            },
            {
              field: 'context',
              width: '1/4',
            },
          ],
        },
        {
          label: 'Measures',
          plugin: 'find_measures',
          content: [
            {
              field: 'measure',
            },
            {
              field: 'value_mm',
            },
            {
              field: 'preserved',
            },
          ],
        },
      ],
    },
  },
]
