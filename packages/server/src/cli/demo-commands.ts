import type { Command } from 'commander'
import { demoApplication, demoPassword, loadDemo } from '../demo/load-demo.js'
import { asOperator } from './operator.js'
import { showProgress } from './progress.js'
import type { Terminal } from './terminal.js'

export function addDemoCommands(program: Command, terminal: Terminal): void {
  program
    .command('demo')
    .description('an invented excavation to look around in')
    .command('load')
    .description(`make the application "${demoApplication}" and fill it, unless it is there`)
    .addHelpText('after', '\nExamples:\n  $ trowel demo load\n  $ trowel demo load && trowel serve')
    .action(() =>
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
      }),
    )
}
