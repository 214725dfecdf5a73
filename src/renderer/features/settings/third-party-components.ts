/** @file Third-party components in the program with their licences, for the About section. */

interface ThirdPartyComponent {
  readonly name: string;
  /** SPDX identifier. */
  readonly licence: string;
  readonly authors: string;
}

export const thirdPartyComponents: readonly ThirdPartyComponent[] = [
  { name: '@formatjs/intl', licence: 'MIT', authors: 'Long Ho and others' },
  { name: '@tanstack/react-virtual', licence: 'MIT', authors: 'Tanner Linsley and others' },
  { name: 'csv-parse', licence: 'MIT', authors: 'Adaltas' },
  { name: 'csv-stringify', licence: 'MIT', authors: 'Adaltas' },
  { name: 'electron', licence: 'MIT', authors: 'OpenJS Foundation and others' },
  { name: 'electron-updater', licence: 'MIT', authors: 'Vladimir Krivosheev and others' },
  { name: 'fflate', licence: 'MIT', authors: 'Arjun Barrett' },
  { name: 'got', licence: 'MIT', authors: 'Sindre Sorhus and others' },
  { name: 'inter-ui', licence: 'OFL-1.1', authors: 'The Inter Project Authors' },
  { name: 'kerberos', licence: 'Apache-2.0', authors: 'MongoDB' },
  { name: 'keytar', licence: 'MIT', authors: 'GitHub' },
  { name: 'pdf-lib', licence: 'MIT', authors: 'Andrew Dillon' },
  { name: 'pdfjs-dist', licence: 'Apache-2.0', authors: 'Mozilla' },
  { name: 'react', licence: 'MIT', authors: 'Meta and others' },
  { name: 'react-aria-components', licence: 'Apache-2.0', authors: 'Adobe' },
  { name: 'react-dom', licence: 'MIT', authors: 'Meta and others' },
  { name: 'react-intl', licence: 'BSD-3-Clause', authors: 'Eric Ferraiuolo and others' },
  { name: 'saxes', licence: 'ISC', authors: 'Louis-Dominique Dubeau and others' },
  { name: 'socks', licence: 'MIT', authors: 'Josh Glazebrook' },
  { name: 'uplot', licence: 'MIT', authors: 'Leon Sorokin and others' },
  { name: 'zod', licence: 'MIT', authors: 'Colin McDonnell and others' },
  { name: 'zustand', licence: 'MIT', authors: 'Poimandres' },
];
