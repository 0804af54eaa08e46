import type english from '../locales/en.json'

declare module 'i18next' {
  interface CustomTypeOptions {
    resources: { translation: typeof english }
    returnNull: false
  }
}
