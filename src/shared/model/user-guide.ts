/** @file The user guide as data, which the build makes from `docs/guide/README.md` and the window shows as help. */

/** A piece of a sentence. The target of a link is the ID of a section. */
export type GuideText =
  | { readonly kind: 'text' | 'strong' | 'emphasis' | 'code'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly target: string };

export type GuideSentence = readonly GuideText[];

export type GuideBlock =
  | { readonly kind: 'paragraph'; readonly content: GuideSentence }
  | { readonly kind: 'picture'; readonly file: string; readonly alt: string }
  | { readonly kind: 'list'; readonly isOrdered: boolean; readonly items: readonly GuideSentence[] }
  | {
      readonly kind: 'table';
      readonly head: readonly GuideSentence[];
      readonly rows: readonly (readonly GuideSentence[])[];
    };

export interface GuideSection {
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly GuideBlock[];
}

/** The first section has the ID and the title of its chapter. */
export interface GuideChapter {
  readonly id: string;
  readonly title: string;
  readonly sections: readonly GuideSection[];
}
