import type { Command } from 'commander'
import { mainTables } from '../catalogue/catalogue.js'
import { demoApplication, demoPassword, loadDemo } from '../demo/load-demo.js'
import { damagedApplications } from '../modules/backups/index.js'
import { createApplication } from '../modules/new-app/index.js'
import { asOperator, asReader, passwordFrom } from './operator.js'
import { showProgress } from './progress.js'
import { asTable, type Terminal } from './terminal.js'

interface CreateOptions {
  readonly definition: string
  readonly email: string
  readonly password?: string
}

export function addAppCommands(program: Command, terminal: Terminal): void {
  const app = program.command('app').description('make and list applications: one for each project')

  app
    .command('create')
    .argument('<name>', 'lower-case letters, digits and "_", 3 to 20 characters')
    .description('make an application and its first super-administrator')
    .requiredOption('--definition <text>', 'what the project is, in a sentence')
    .requiredOption('--email <address>', 'the first super-administrator, who logs in with this address')
    .option('--password <text>', 'his password; better asked for, or given in TROWEL_PASSWORD')
    .addHelpText(
      'after',
      `
Examples:
  $ trowel app create vallelunga --definition "Survey of a Roman estate" --email ada@example.org
  $ TROWEL_PASSWORD=… trowel app create vallelunga --definition "Survey" --email ada@example.org`,
    )
    .action(async (name: string, options: CreateOptions) => {
      const password = await passwordFrom(terminal, options.password)
      await asOperator(terminal, async ({ services }) => {
        const { definition, email } = options
        await createApplication(services, { name, definition, email, password })
        terminal.print(`The application "${name}" is ready; ${email} may do everything in it.`)
      })
    })

  app
    .command('list')
    .description('list the applications with their tables and state')
    .addHelpText('after', '\nExample:\n  $ trowel app list')
    .action(() =>
      asReader(terminal, async ({ services, scopeOf, log }) => {
        const damaged = await damagedApplications(services, log).list()
        const troubled = damaged.map(({ app }) => app)
        const names = new Set([...(await services.applications.names()), ...troubled])
        if (names.size === 0)
          return terminal.note('There is no application yet. Make one with: trowel app create')
        const rows: string[][] = []
        for (const name of [...names].sort()) {
          if (troubled.includes(name)) {
            rows.push([name, 'damaged', '', ''])
            continue
          }
          const { application, catalogue } = await scopeOf(name)
          const { status, definition } = application.settings
          rows.push([name, status, String(mainTables(catalogue).length), definition])
        }
        for (const line of asTable(['name', 'status', 'tables', 'definition'], rows)) terminal.print(line)
        for (const { text } of damaged) terminal.note(text)
      }),
    )
}

export function addDemoCommands(program: Command, terminal: Terminal): void {
  const demo = program
    .command('demo')
    .description('an invented excavation to look around in: make it, and run the service')
    .addHelpText('after', '\nExamples:\n  $ trowel demo\n  $ trowel demo load')
    .action(async () => {
      await loadIfMissing(terminal)
      const { serve } = await import('../serve.js')
      await serve()
    })
  demo
    .command('load')
    .description(`make the application "${demoApplication}" and fill it, unless it is there`)
    .addHelpText('after', '\nExamples:\n  $ trowel demo load\n  $ trowel demo load && trowel serve')
    .action(() => loadIfMissing(terminal))
}

const loadIfMissing = (terminal: Terminal): Promise<void> =>
  asOperator(terminal, async ({ services }) => {
    if ((await services.applications.names()).includes(demoApplication)) {
      return terminal.note(`The application "${demoApplication}" is there already; nothing was changed.`)
    }
    const progress = showProgress(terminal)
    try {
      await loadDemo(services, { onProgress: progress.update })
    } finally {
      progress.end()
    }
    terminal.note(
      `The application "${demoApplication}" is ready: log in as demo@trowel.example with "${demoPassword}".`,
    )
  })
