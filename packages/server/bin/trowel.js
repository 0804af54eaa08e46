#!/usr/bin/env node
// `npx trowel …`: in a checkout the sources are compiled first when they changed; an installed package has its compiled files.
import { existsSync } from 'node:fs'

const checkout = new URL('../../../scripts/trowel.mjs', import.meta.url)
await import(existsSync(checkout) ? checkout.href : new URL('../dist/cli/main.js', import.meta.url).href)
