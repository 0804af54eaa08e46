// Holds comments to the width of the code, since the formatter breaks code alone, and commit subjects to
// theirs.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, say } from './workspace.mjs'

const maxComment = 110
const maxSubject = 72
const sources = ['*.ts', '*.tsx', '*.mjs', '*.cjs', '*.css']

/** @returns whether no comment of a tracked source is too wide, nor the subject of a commit beyond main */
export function checkWidths() {
  const problems = [...wideComments(), ...wideSubjects()]
  for (const problem of problems) say(problem)
  return problems.length === 0
}

const wideComments = () =>
  git('ls-files', '-z', ...sources)
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .flatMap((path) =>
      wideLines(readFileSync(join(root, path), 'utf8')).map(
        (line) => `${path}:${line} This comment has more than ${maxComment} characters: break the line.`,
      ),
    )

/** The numbers of lines that are too long and are a comment, or end in one. */
function wideLines(source) {
  const wide = []
  let isInBlock = false
  for (const [index, line] of source.split('\n').entries()) {
    const opensBlock = /^\s*(?:\{\s*)?\/\*/.test(line)
    const isComment = isInBlock || opensBlock || /^\s*\/\//.test(line) || /\s\/\/\s[^'"`]*$/.test(line)
    if (isComment && lengthOf(line) > maxComment) wide.push(index + 1)
    if (opensBlock || isInBlock) isInBlock = !line.includes('*/')
  }
  return wide
}

const wideSubjects = () =>
  git('log', '--no-merges', '--format=%h %s', 'main..HEAD')
    .split('\n')
    .filter((line) => lengthOf(line.slice(line.indexOf(' ') + 1)) > maxSubject)
    .map((line) => `Commit ${line}: a subject has at most ${maxSubject} characters; git commit --amend`)

const lengthOf = (text) => [...text].length

/** What git prints; nothing in an unpacked archive, which has no repository, or where there is no main. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  return status === 0 ? stdout : ''
}
