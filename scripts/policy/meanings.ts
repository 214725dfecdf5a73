/** @file What each field of the policy means, in Markdown. The schema says which fields there are; every one is described here. */

/** Meanings by the path of the field, in the order of the table in docs/operations.md. */
export const meanings: Readonly<Record<string, string>> = {
  version: '`1`',
  practiceCompany: '`offered` (the default), `opened` (Paydesk starts with it), `off`',
  'profiles[].id':
    '1 to 64 letters, digits, `-`, `_`; never change it: the key in the keychain belongs to it',
  'profiles[].name': 'what clerks call the company; up to 120 characters',
  'profiles[].clientId': "the client ID of the company's credential; no secret",
  'profiles[].environment': '`sandbox` or `production`',
  'profiles[].hosts': 'base addresses of the seven services, https',
  storageHosts:
    'hosts that upload links may lead to, and that statements are fetched from without asking the clerk first, for every profile; empty (the default) leaves it to the profiles',
  'inbox.folder':
    'full path of the folder in which your webhook receiver leaves statement events (`*.json`). Every profile watches it while it is signed in; the clerk sees it as set by IT and cannot choose another one. Paydesk keeps used files in `processed` without their download links, or deletes them, and keeps what it took nothing from in `rejected` in it, without links and with the reason beside it, so its users must be able to write there. No part of the path may be a link or junction, but for links of root on macOS: Paydesk takes no events behind one and says so in the inbox. It never reads or writes through links and pipes that another user put into the folder. `null` (the default) leaves the folder to the clerk',
  'inbox.usedFiles':
    '`keep`: a used event file is kept in `processed` with its documented fields and the host in place of the link; `delete`: it is deleted. Files with links that an earlier version left in `processed` are treated alike at the next sign-in. `null` (the default) leaves it to the clerk, who finds it in Settings; without a choice files are kept',
  updates: '`{"mode": "off"}` (the default) or `{"mode": "offer", "feed": "https://…"}`: see *Updates*',
  proxy:
    '`{"mode": "system"}` (the default); `{"mode": "direct"}`; `{"mode": "script", "address": "https://…"}`; `{"mode": "fixed", "kind": "http", "server": "host:port", "bypass": ["*.intranet.example", "<local>"]}` with `kind` one of `http`, `https`, `socks5`',
  lockAfterMinutes:
    "1 to 480: without mouse and keyboard for so long, or when the screen is locked, the session ends. What runs is finished first: documents, proofs, requests for statements and their downloads. With the key in the keychain or kept for the session, signing in again needs no more than the user's desktop. `null` (the default) never",
  helpPage:
    '`https:` address of your own page about Paydesk; the Help menu opens it. The only page that Paydesk ever opens',
  'options.tokenField': 'dotted path of the token in the login answer; without it the usual names are tried',
  'options.recipientUpdate':
    '`send-known` (the default): an update names the documents attached before as well, so that a service that replaces the list loses nothing. `send-new`: only new ones, for a service that adds to the list',
  'options.storageHosts':
    'hosts that upload links may lead to, `*.` in front for subdomains; empty allows any',
  'options.sendCompanyId':
    'sends `companyId` with requests for upload links; leave it out unless the service asks for it',
};
