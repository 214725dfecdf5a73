/** @file Third-party components in the program with their licences, for the About section. */

interface ThirdPartyComponent {
  readonly name: string;
  /** SPDX identifier. */
  readonly licence: string;
  readonly by: string;
}

/** All shipped components, by name. */
export const thirdPartyComponents: readonly ThirdPartyComponent[] = [
  { name: '@formatjs/intl', licence: 'MIT', by: 'Long Ho and others' },
  { name: '@tanstack/react-virtual', licence: 'MIT', by: 'Tanner Linsley and others' },
  { name: 'csv-parse', licence: 'MIT', by: 'Adaltas' },
  { name: 'csv-stringify', licence: 'MIT', by: 'Adaltas' },
  { name: 'electron', licence: 'MIT', by: 'OpenJS Foundation and others' },
  { name: 'electron-updater', licence: 'MIT', by: 'Vladimir Krivosheev and others' },
  { name: 'fflate', licence: 'MIT', by: 'Arjun Barrett' },
  { name: 'got', licence: 'MIT', by: 'Sindre Sorhus and others' },
  { name: 'inter-ui', licence: 'OFL-1.1', by: 'The Inter Project Authors' },
  { name: 'keytar', licence: 'MIT', by: 'GitHub' },
  { name: 'pdf-lib', licence: 'MIT', by: 'Andrew Dillon' },
  { name: 'pdfjs-dist', licence: 'Apache-2.0', by: 'Mozilla' },
  { name: 'react', licence: 'MIT', by: 'Meta and others' },
  { name: 'react-aria-components', licence: 'Apache-2.0', by: 'Adobe' },
  { name: 'react-dom', licence: 'MIT', by: 'Meta and others' },
  { name: 'react-intl', licence: 'BSD-3-Clause', by: 'Eric Ferraiuolo and others' },
  { name: 'saxes', licence: 'ISC', by: 'Louis-Dominique Dubeau and others' },
  { name: 'socks', licence: 'MIT', by: 'Josh Glazebrook' },
  { name: 'zod', licence: 'MIT', by: 'Colin McDonnell and others' },
  { name: 'zustand', licence: 'MIT', by: 'Poimandres' },
];
