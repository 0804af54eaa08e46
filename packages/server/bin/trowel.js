#!/usr/bin/env node
// `npx trowel …`: in a checkout the sources are compiled first when they changed; an archive has them compiled.
import { existsSync } from 'node:fs'

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
const checkout = new URL('../../../scripts/trowel.mjs', import.meta.url)
if (major < 20 || (major === 20 && minor < 19)) {
  giveUp(`Trowel needs Node 20.19 or newer; this is ${process.versions.node}.`)
} else if (existsSync(checkout)) {
  await import(checkout.href)
} else {
  try {
    await import('../dist/cli/main.js')
  } catch (error) {
    if (!isAboutNativeParts(error)) throw error
    giveUp(
      `This archive of Trowel has no parts for ${process.platform} ${process.arch} (${reasonOf(error)}). Make one from the sources, on this machine: npm run package -- --here`,
    )
  }
}

function isAboutNativeParts({ code, message }) {
  return code === 'ERR_DLOPEN_FAILED' || /native (build|binding)/i.test(message)
}

function reasonOf({ message }) {
  return message.split(/[\n.]/, 1)[0]
}

function giveUp(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
