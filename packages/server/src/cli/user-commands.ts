import type { Command } from 'commander'
import { createUser, listUsers, readUser, setPassword } from '../modules/users/index.js'
import { levelList, levelOf, levelText, momentText } from './levels.js'
import { asOperator, asReader, passwordFrom } from './operator.js'
import { asTable, type Terminal } from './terminal.js'

interface Of {
  readonly app: string
}

interface PasswordOptions extends Of {
  readonly password?: string
}

interface CreateOptions extends PasswordOptions {
  readonly name?: string
  readonly privilege: string
}

export function addUserCommands(program: Command, terminal: Terminal): void {
  const user = program.command('user').description('people who log in to an application')

  user
    .command('create')
    .argument('<email>', 'the address with which the person logs in')
    .description('add a person to an application')
    .requiredOption('--app <name>', 'the application')
    .option('--name <text>', 'how the person is called; the address when it is left out')
    .option('--privilege <level>', levelList, '30')
    .option('--password <text>', 'first password; better asked for, or given in TROWEL_PASSWORD')
    .addHelpText(
      'after',
      `
Examples:
  $ trowel user create mira@example.org --app vallelunga --name "Mira Conti" --privilege writer
  $ TROWEL_PASSWORD=… trowel user create mira@example.org --app vallelunga --privilege 30`,
    )
    .action(async (email: string, { app, name, privilege, password }: CreateOptions) => {
      const first = await passwordFrom(terminal, password)
      await asOperator(terminal, async ({ scopeOf }) => {
        const level = levelOf(privilege)
        const input = { name: name ?? email, email, password: first, privilege: level }
        const id = await createUser(await scopeOf(app), input)
        terminal.print(
          `User ${id}, ${email}, can log in to "${app}" with privilege ${levelText(Number(level))}.`,
        )
      })
    })

  user
    .command('list')
    .description('list the people of an application')
    .requiredOption('--app <name>', 'the application')
    .addHelpText('after', '\nExample:\n  $ trowel user list --app vallelunga')
    .action(({ app }: Of) =>
      asReader(terminal, async ({ scopeOf }) => {
        const users = await listUsers(await scopeOf(app))
        const rows = users.map((one) => [
          String(one.id),
          one.email,
          one.name,
          levelText(one.privilege),
          momentText(one.lastLoginAt),
        ])
        for (const line of asTable(['id', 'email', 'name', 'privilege', 'last login'], rows))
          terminal.print(line)
      }),
    )

  user
    .command('password')
    .argument('<email>', 'the address with which the person logs in')
    .description('give a person a new password; all sessions of that person end')
    .requiredOption('--app <name>', 'the application')
    .option('--password <text>', 'the new password; better asked for, or given in TROWEL_PASSWORD')
    .addHelpText('after', '\nExample:\n  $ trowel user password mira@example.org --app vallelunga')
    .action(async (email: string, { app, password }: PasswordOptions) => {
      const next = await passwordFrom(terminal, password)
      await asOperator(terminal, async ({ scopeOf }) => {
        const scope = await scopeOf(app)
        const { id } = await readUser(scope, email)
        await setPassword(scope, id, next)
        terminal.print(`${email} has a new password in "${app}".`)
      })
    })
}
