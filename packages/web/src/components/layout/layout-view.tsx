import { Accordion } from '@mantine/core'
import type { ReactNode } from 'react'
import { Section } from '../section.js'
import type { Layout, LayoutItem, LayoutSection } from './layout.js'
import classes from './layout-view.module.css'

/** The sections of a layout, with whatever stands for a field and for the rows of a plugin table. */
export function LayoutView({
  name,
  layout,
  field,
  plugin,
  part,
}: {
  /** Under which it is stored which sections are folded. */
  name: string
  layout: Layout
  /** Nothing for a field that has no place now. */
  field: (item: LayoutItem) => ReactNode
  plugin: (section: LayoutSection) => ReactNode
  /** What else of the record stands on paper; on the screen it has a place of its own. */
  part?: (section: LayoutSection) => ReactNode
}) {
  return layout.sections.map((section) => {
    if (section.part === 'line') return <hr key={section.key} className={classes['line']} />
    if (section.part === 'text')
      return (
        <Section key={section.key} name={`layout.${name}.${section.label}`} title={section.label}>
          <p className={`running-text ${classes['said']}`}>{section.text}</p>
        </Section>
      )
    if (section.kind === 'part') return part && <div key={section.key}>{part(section)}</div>
    if (section.kind === 'plugin') return <div key={section.key}>{plugin(section)}</div>
    return (
      <Section
        key={section.key}
        name={`layout.${name}.${section.label}`}
        title={section.label}
        startsFolded={section.collapsed}
      >
        <LayoutRows items={section.items} field={field} />
        {/* A part without a name has nothing by which it could be folded. */}
        {section.folds
          .filter(({ label }) => label.trim() === '')
          .map((fold) => (
            <LayoutRows key={fold.key} items={fold.items} field={field} />
          ))}
        {section.folds.some(({ label }) => label.trim() !== '') && (
          <Accordion
            multiple
            variant="default"
            chevronPosition="left"
            defaultValue={section.folds.filter(({ open }) => open).map(({ key }) => key)}
          >
            {section.folds
              .filter(({ label }) => label.trim() !== '')
              .map((fold) => (
                <Accordion.Item key={fold.key} value={fold.key}>
                  <Accordion.Control>{fold.label}</Accordion.Control>
                  <Accordion.Panel>
                    <LayoutRows items={fold.items} field={field} />
                  </Accordion.Panel>
                </Accordion.Item>
              ))}
          </Accordion>
        )}
      </Section>
    )
  })
}

function LayoutRows({
  items,
  field,
}: {
  items: readonly LayoutItem[]
  field: (item: LayoutItem) => ReactNode
}) {
  return (
    <div className={classes['rows']}>
      {items.map((item) => {
        const shown = field(item)
        return (
          shown && (
            <div key={item.field} className={classes['item']} data-width={item.width}>
              {shown}
            </div>
          )
        )
      })}
    </div>
  )
}
