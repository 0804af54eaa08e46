import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Command } from 'commander'
import { installWidget, listWidgets, removeWidget } from '../modules/widgets/index.js'
import { asOperator, asReader } from './operator.js'
import type { Terminal } from './terminal.js'

interface Of {
  readonly app: string
}

/** Widgets run in the browsers of everybody who looks at a record: they come in here, and by no request. */
export function addWidgetCommands(program: Command, terminal: Terminal): void {
  const widget = program.command('widget').description('widgets: how the browser shows the value of a field')

  widget
    .command('install')
    .description('put an ES module in the place of a widget, which has the name of the file')
    .argument('<file>', 'name.js, lower-case letters, digits and "-"')
    .requiredOption('--app <name>', 'the application')
    .addHelpText(
      'after',
      `
Read the module before you install it: it can do whatever the person can who looks at a record.
Where files are kept in folders, copying it to <TROWEL_DATA>/applications/<app>/widgets does the same.

Example:
  $ trowel widget install munsell-chip.js --app vallelunga`,
    )
    .action((file: string, { app }: Of) =>
      asOperator(terminal, async ({ services, scopeOf }) => {
        await scopeOf(app)
        const name = basename(file, '.js')
        await installWidget(app, services.binaries, name, await readFile(file))
        terminal.note(`The widget ${name} is installed in ${app}.`)
      }),
    )

  widget
    .command('list')
    .description('list the widgets of an application')
    .requiredOption('--app <name>', 'the application')
    .action(({ app }: Of) =>
      asReader(terminal, async ({ services, scopeOf }) => {
        await scopeOf(app)
        for (const name of await listWidgets(app, services.binaries)) terminal.print(name)
      }),
    )

  widget
    .command('remove')
    .description('remove a widget; fields that name it are shown as text')
    .argument('<name>', 'name of the widget')
    .requiredOption('--app <name>', 'the application')
    .action((name: string, { app }: Of) =>
      asOperator(terminal, async ({ services, scopeOf }) => {
        await scopeOf(app)
        await removeWidget(app, services.binaries, name)
        terminal.note(`The widget ${name} is gone from ${app}.`)
      }),
    )
}
