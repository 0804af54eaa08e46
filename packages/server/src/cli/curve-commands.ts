import type { Command } from 'commander'
import { unwatched } from '../modules/jobs/prepared-work.js'
import { prepareRecalibration } from '../modules/radiocarbon/service.js'
import { installCurve } from '../radiocarbon/installed-curve.js'
import { openBinaries } from '../storage/binaries/open-binaries.js'
import { asOperator } from './operator.js'
import { asTable, type Terminal } from './terminal.js'

export function addCurveCommands(program: Command, terminal: Terminal): void {
  const curve = program.command('curve').description('calibration curves for radiocarbon dates')

  curve
    .command('install')
    .argument('<file>', 'IntCal20 as it is published, a .14c file')
    .description('install the calibration curve for all applications, or replace it')
    .addHelpText(
      'after',
      `
The service may run meanwhile: it takes the curve from the next date on. Dates that were written before are calibrated by
"trowel radiocarbon recalibrate".

Example:
  $ trowel curve install intcal20.14c`,
    )
    .action(async (file: string) => {
      const binaries = await openBinaries(terminal.readSettings())
      try {
        const { name, years } = await installCurve(binaries, file)
        terminal.print(
          `The curve ${name} is installed: ${years.length} points, ${years[0]} to ${years.at(-1)} years before 1950.`,
        )
      } finally {
        await binaries.close()
      }
    })

  program
    .command('radiocarbon')
    .description('radiocarbon dates')
    .command('recalibrate')
    .description('calibrate every radiocarbon date anew')
    .option('--app <name>', 'this application only')
    .addHelpText(
      'after',
      `
For dates that were written before a curve was installed, or past the service. Nothing else is changed, and repeated it changes nothing.

Example:
  $ trowel radiocarbon recalibrate --app vallelunga`,
    )
    .action(({ app }: { readonly app?: string }) =>
      asOperator(terminal, async ({ services, scopeOf }) => {
        const rows: string[][] = []
        for (const name of app === undefined ? await services.applications.names() : [app]) {
          const work = await prepareRecalibration(await scopeOf(name), false)
          const count = await work.run(unwatched)
          rows.push([name, ...[count.rows, count.calibrated, count.changed].map(String)])
        }
        for (const line of asTable(['application', 'dates', 'calibrated', 'changed'], rows))
          terminal.print(line)
      }),
    )
}
