/** Only what is used of it; the library brings no types. */
declare module '@citation-js/core' {
  export const plugins: {
    readonly config: {
      get(name: '@bibtex'): {
        readonly format: { useIdAsLabel: boolean; checkLabel: boolean; asciiOnly: boolean }
      }
    }
    readonly output: {
      format(name: 'bibtex', items: readonly object[]): string
      format(
        name: 'ris',
        items: readonly object[],
        options: { readonly type: 'object' },
      ): readonly Readonly<Record<string, unknown>>[]
    }
  }
}

declare module '@citation-js/plugin-bibtex'
declare module '@citation-js/plugin-ris'
