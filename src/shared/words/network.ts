/** @file Words about what the network asks of a clerk. */

export const networkWords = {
  proxyQuestion: {
    title: 'Your network asks who you are',
    detail: (proxy: string) =>
      `The proxy ${proxy} wants a name and a password. Usually they are those of your computer. They are kept in the keychain.`,
    refused: (proxy: string) => `The proxy ${proxy} did not accept this name and password.`,
    user: 'Name',
    password: 'Password',
    send: 'Connect',
    decline: 'Not now',
  },
} as const;
