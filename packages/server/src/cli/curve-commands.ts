import { parse } from 'node:path'
import type { Command } from 'commander'
import { unwatched } from '../jobs/prepared-work.js'
import { installCurve } from '../radiocarbon/curve-files.js'
import { publishedCurves } from '../radiocarbon/published-curves.js'
import { prepareRecalibration } from '../records/radiocarbon/recalibrate.js'
import { openBinaries } from '../storage/binaries/open-binaries.js'
import { asOperator } from './operator.js'
import { asTable, type Terminal } from './terminal.js'

export function addCurveCommands(program: Command, terminal: Terminal): void {
  const curve = program.command('curve').description('calibration curves for radiocarbon dates')

  curve
    .command('install')
    .argument('<file>', 'a curve in the form in which curves are published, a .14c file')
    .option('--name <name>', 'what dates call it in their field "curve"; the name of the file unless given')
    .description('install a further calibration curve for all applications, or replace it')
    .addHelpText(
      'after',
      `
${[...publishedCurves.values()].map(({ title }) => title).join(', ')} come with the service and need not be installed. The service may run meanwhile: it takes the curve from the next
date on. Dates that name it and were written before are calibrated by "trowel radiocarbon recalibrate".

Example:
  $ trowel curve install intcal13.14c`,
    )
    .action(async (file: string, options: { readonly name?: string }) => {
      const binaries = await openBinaries(terminal.readSettings())
      try {
        const { name, years } = await installCurve(
          binaries,
          file,
          options.name ?? parse(file).name.toLowerCase(),
        )
        terminal.print(
          publishedCurves.has(name)
            ? `The curve ${name} comes with the service: nothing had to be installed.`
            : `The curve ${name} is installed: ${years.length} points, ${years[0]} to ${years.at(-1)} years before 1950.`,
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
