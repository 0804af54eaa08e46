// What the declarations of the contract name of TypeBox, as far as it says what a value is. The package of
// the SDK has it in the place of that library, of which no program needs more.

export interface TSchema {
  readonly '~kind': string
  readonly '~static': unknown
}

interface Of<Kind extends string, Value> extends TSchema {
  readonly '~kind': Kind
  readonly '~static': Value
}

export type TProperties = Readonly<Record<string, TSchema>>

export type TString = Of<'String', string>
export type TNumber = Of<'Number', number>
export type TInteger = Of<'Integer', number>
export type TBoolean = Of<'Boolean', boolean>
export type TNull = Of<'Null', null>
export type TUnknown = Of<'Unknown', unknown>
export type TUnsafe<Value> = Of<'Unsafe', Value>
export type TLiteral<Value> = Of<'Literal', Value>
export type TEnum<Values extends readonly unknown[]> = Of<'Enum', Values[number]>
export type TArray<Entry extends TSchema> = Of<'Array', Static<Entry>[]>
export type TRecord<_Pattern extends string, Value extends TSchema> = Of<
  'Record',
  Record<string, Static<Value>>
>
export type TUnion<Types extends readonly TSchema[]> = Of<'Union', Static<Types[number]>>
export type TTuple<Types extends readonly TSchema[]> = Of<
  'Tuple',
  { [Place in keyof Types]: Static<Types[Place]> }
>
export type TIntersect<Types extends readonly TSchema[]> = Of<'Intersect', All<Types>>
export type TObject<Properties extends TProperties> = Of<'Object', ObjectOf<Properties>>

export type TRefine<Type extends TSchema> = Type
export type TOptional<Type extends TSchema> = Type & { readonly '~optional': true }
/** What is sent; what the service makes of it is its own affair. */
export type TCodec<Type extends TSchema, Decoded> = Type & { readonly '~decoded': Decoded }

type All<Types extends readonly TSchema[]> = Types extends readonly [
  infer First extends TSchema,
  ...infer Others extends readonly TSchema[],
]
  ? Static<First> & All<Others>
  : unknown

type MayBeMissing<Properties extends TProperties> = {
  [Name in keyof Properties]: Properties[Name] extends { '~optional': true } ? Name : never
}[keyof Properties]

type ObjectOf<Properties extends TProperties> = Plain<
  { [Name in Exclude<keyof Properties, MayBeMissing<Properties>>]: Static<Properties[Name]> } & {
    [Name in MayBeMissing<Properties>]?: Static<Properties[Name]>
  }
>

/** One object in the place of several that are joined. */
type Plain<Value> = { [Name in keyof Value]: Value[Name] }

export type Static<Type> = Type extends { '~static': infer Value } ? Value : unknown
export type StaticDecode<Type> = Type extends { '~decoded': infer Decoded } ? Decoded : Static<Type>
export type StaticType<_Stack, _Direction, _Context, _This, Type> = StaticDecode<Type>
