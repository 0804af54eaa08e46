import type { Command } from 'commander'

export function addServeCommand(program: Command): void {
  program
    .command('serve')
    .description('run the service until it is stopped with Ctrl-C or SIGTERM')
    .addHelpText(
      'after',
      `
Examples:
  $ trowel serve
  $ TROWEL_PORT=0 TROWEL_DATA=/srv/trowel trowel serve`,
    )
    .action(async () => {
      // The web framework is loaded only by the command that needs it.
      const { serve } = await import('../serve.js')
      await serve()
    })
}
