/** The module that scripts/guide/user-guide-plugin.ts makes when the window is built. */
declare module 'virtual:user-guide' {
  export const chapters: readonly import('../../../shared/model/user-guide.ts').GuideChapter[];
  export const pictures: Readonly<
    Record<string, { readonly url: string; readonly width: number; readonly height: number }>
  >;
}
