import {
  type AttributeNode,
  BlockExpressionNode,
  CallExpressionNode,
  Compiler,
  DEFAULT_ENTRY,
  ElementDeclarationNode,
  FunctionApplicationNode,
  FunctionExpressionNode,
  IdentifierStreamNode,
  InfixExpressionNode,
  ListExpressionNode,
  LiteralNode,
  MemoryProjectLayout,
  PrefixExpressionNode,
  PrimaryExpressionNode,
  type SyntaxNode,
  type SyntaxToken,
  TupleExpressionNode,
  VariableNode,
} from '@dbml/parse'
import { type Message, message } from '../../../message.js'
import type {
  ColumnText,
  IndexText,
  ReadSchema,
  RefText,
  SyntaxProblem,
  TableText,
  VocabularyText,
} from './text.js'

const maxProblems = 20

/** Top-level elements of the language that say nothing about tables here. */
const elementsLeftOut: ReadonlySet<string> = new Set([
  'ref',
  'tablegroup',
  'project',
  'note',
  'tablepartial',
  'records',
  'dep',
  'diagramview',
])

/**
 * Reads a DBML text into plain values. Only the grammar is looked at: names that occur twice, references that
 * lead nowhere and the like are for others to judge.
 */
export function readSchemaText(text: string): ReadSchema {
  const layout = new MemoryProjectLayout()
  layout.setSource(DEFAULT_ENTRY, text)
  const report = new Compiler(layout).parseFile(DEFAULT_ENTRY)
  const { ast, tokens } = report.getValue()
  const errors = report.getErrors().slice(0, maxProblems)
  if (errors.length > 0) {
    return {
      problems: errors.map((error) =>
        problemAt(error.nodeOrToken, message('schema_parser_says', { words: error.diagnostic })),
      ),
    }
  }
  return new TreeReader(text, tokens).read(ast.body)
}

const problemAt = ({ startPos }: SyntaxNode | SyntaxToken, said: Message): SyntaxProblem => ({
  line: startPos.line + 1,
  column: startPos.column + 1,
  said,
})

const marks = /^\W*(?:trowel|bdus):vocabulary\b/

/** Walks one tree, and collects what it cannot understand. */
class TreeReader {
  private readonly problems: SyntaxProblem[] = []
  private readonly tables: TableText[] = []
  private readonly vocabularies: VocabularyText[] = []
  private readonly skipped: { element: string; line: number }[] = []

  constructor(
    private readonly text: string,
    private readonly tokens: readonly Readonly<SyntaxToken>[],
  ) {}

  read(elements: readonly SyntaxNode[]): ReadSchema {
    for (const element of elements) {
      if (element instanceof ElementDeclarationNode) this.readElement(element)
      else this.refuse(element, message('schema_no_inclusion', {}))
    }
    const { tables, vocabularies, skipped } = this
    return this.problems.length > 0
      ? { problems: this.problems.slice(0, maxProblems) }
      : { schema: { tables, vocabularies, skipped } }
  }

  private refuse(place: SyntaxNode, said: Message): void {
    this.problems.push(problemAt(place, said))
  }

  private readElement(element: ElementDeclarationNode): void {
    const kind = kindOf(element)
    if (kind === 'table') this.readTable(element)
    else if (kind === 'enum') this.readEnum(element)
    else if (elementsLeftOut.has(kind)) this.leaveOut(element)
    else this.refuse(element, message('schema_no_element', { element: element.type?.value ?? '' }))
  }

  /**
   * What a schema text may hold and no table is made of, such as a group of tables, is named to the caller
   * who sent it.
   */
  private leaveOut(element: ElementDeclarationNode): void {
    this.skipped.push({ element: element.type?.value ?? '', line: element.startPos.line + 1 })
  }

  private bodyOf(element: ElementDeclarationNode): BlockExpressionNode['body'] {
    if (element.body instanceof BlockExpressionNode) return element.body.body
    this.refuse(element, message('schema_needs_braces', { element: element.type?.value ?? '' }))
    return []
  }

  private nameOf(element: ElementDeclarationNode): string {
    if (element.name) return this.textOf(element.name)
    this.refuse(element, message('schema_needs_name', { element: element.type?.value ?? '' }))
    return ''
  }

  private readTable(element: ElementDeclarationNode): void {
    const columns: ColumnText[] = []
    const indexes: IndexText[] = []
    const notes: string[] = []
    for (const part of this.bodyOf(element)) {
      if (part instanceof FunctionApplicationNode) {
        const column = this.readColumn(part)
        if (column) columns.push(column)
      } else if (kindOf(part) === 'note') notes.push(this.noteOf(part))
      else if (kindOf(part) === 'indexes') indexes.push(...this.readIndexes(part))
      else this.leaveOut(part)
    }
    for (const setting of element.attributeList?.elementList ?? []) {
      if (this.settingName(setting) === 'note') notes.push(this.valueOf(setting) ?? '')
    }
    this.tables.push({ name: this.nameOf(element), note: notes.join(' '), columns, indexes })
  }

  private readColumn(part: FunctionApplicationNode): ColumnText | undefined {
    const { callee, args } = part
    const types = args.filter((arg) => !(arg instanceof ListExpressionNode))
    const [first, last] = [types[0], types.at(-1)]
    if (!callee || callee instanceof PrefixExpressionNode || !first || !last) {
      this.refuse(part, message('schema_column_form', {}))
      return undefined
    }
    const settings = args.flatMap((arg) => (arg instanceof ListExpressionNode ? arg.elementList : []))
    const named = (...names: string[]): AttributeNode[] =>
      settings.filter((setting) => names.includes(this.settingName(setting)))
    const given = named('default').map((setting) => this.valueOf(setting))[0]
    return {
      name: this.textOf(callee),
      type: types.length === 1 ? this.typeOf(first) : this.text.slice(first.start, last.end),
      isKey: named('pk', 'primary key').length > 0,
      isRequired: named('not null').length > 0,
      isUnique: named('unique').length > 0,
      default: given,
      note: named('note')
        .map((setting) => this.valueOf(setting) ?? '')
        .join(' '),
      refs: named('ref').flatMap((setting) => this.readRef(setting) ?? []),
    }
  }

  private typeOf(node: SyntaxNode): string {
    return node instanceof CallExpressionNode && node.callee ? this.textOf(node.callee) : this.textOf(node)
  }

  private readRef(setting: AttributeNode): RefText | undefined {
    const { value } = setting
    const target = value instanceof PrefixExpressionNode ? value.expression : undefined
    if (value instanceof PrefixExpressionNode && target instanceof InfixExpressionNode) {
      const { op, leftExpression, rightExpression } = target
      if (op?.value === '.' && leftExpression && rightExpression) {
        const [table, column] = [this.textOf(leftExpression), this.textOf(rightExpression)]
        return { sign: value.op?.value ?? '>', table, column }
      }
    }
    this.refuse(setting, message('schema_reference_form', {}))
    return undefined
  }

  private readIndexes(element: ElementDeclarationNode): IndexText[] {
    return this.bodyOf(element).flatMap((part) => {
      if (!(part instanceof FunctionApplicationNode) || !part.callee) return []
      const { callee, args } = part
      const columns = callee instanceof TupleExpressionNode ? callee.elementList : [callee]
      const settings = args.flatMap((arg) => (arg instanceof ListExpressionNode ? arg.elementList : []))
      const named = (name: string) => settings.find((setting) => this.settingName(setting) === name)
      const name = named('name')
      return [
        {
          name: name && this.valueOf(name),
          columns: columns.map((column) =>
            column instanceof PrimaryExpressionNode ? this.textOf(column) : undefined,
          ),
          isUnique: named('unique') !== undefined,
          isKey: named('pk') !== undefined,
        },
      ]
    })
  }

  /** An enumeration is a vocabulary where a comment in it, or a note, says so. */
  private readEnum(element: ElementDeclarationNode): void {
    const values: string[] = []
    const notes: string[] = []
    for (const part of this.bodyOf(element)) {
      if (part instanceof ElementDeclarationNode) notes.push(this.noteOf(part))
      else if (part.callee) values.push(this.textOf(part.callee))
    }
    const name = this.nameOf(element)
    const isVocabulary = [...notes, ...this.commentsIn(element)].some((note) => marks.test(note))
    if (isVocabulary) this.vocabularies.push({ name, values: [...new Set(values)] })
    else this.leaveOut(element)
  }

  private commentsIn({ start, end }: SyntaxNode): string[] {
    return this.tokens
      .slice(this.firstTokenFrom(start), this.firstTokenFrom(end))
      .flatMap((token) => [...token.leadingTrivia, ...token.trailingTrivia])
      .filter((trivia) => trivia.start >= start && trivia.end <= end)
      .map((trivia) => trivia.value)
  }

  /** Place of the first token at or behind an offset; tokens come in order. */
  private firstTokenFrom(offset: number): number {
    let [low, high] = [0, this.tokens.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((this.tokens[middle]?.start ?? 0) < offset) low = middle + 1
      else high = middle
    }
    return low
  }

  private noteOf({ body }: ElementDeclarationNode): string {
    const content = body instanceof BlockExpressionNode ? body.body[0] : body
    return content instanceof FunctionApplicationNode && content.callee ? this.textOf(content.callee) : ''
  }

  private settingName({ name }: AttributeNode): string {
    const text =
      name instanceof IdentifierStreamNode
        ? name.identifiers.map((word) => word.value).join(' ')
        : name && this.textOf(name)
    return text?.toLowerCase() ?? ''
  }

  /** `undefined` for expressions, which only a database could compute. */
  private valueOf({ value }: AttributeNode): string | undefined {
    if (!value || value instanceof FunctionExpressionNode) return undefined
    return value instanceof IdentifierStreamNode
      ? value.identifiers.map((word) => word.value).join(' ')
      : this.textOf(value)
  }

  /** A name or a text without its quotes; anything else as it is written. */
  private textOf(node: SyntaxNode): string {
    const inner = node instanceof PrimaryExpressionNode ? node.expression : node
    if (inner instanceof VariableNode) return inner.variable?.value ?? ''
    if (inner instanceof LiteralNode) return inner.literal?.value ?? ''
    if (inner instanceof FunctionExpressionNode) return inner.value?.value ?? ''
    return this.text.slice(node.start, node.end)
  }
}

const kindOf = (element: ElementDeclarationNode): string => element.type?.value.toLowerCase() ?? ''
