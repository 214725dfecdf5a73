/** @file Descriptions of all fields of the policy, in Markdown. Each field of the schema must have one. */

/** Descriptions by field path, in the order of the table in docs/operations.md. */
export const meanings: Readonly<Record<string, string>> = {
  version: '`1`',
  practiceCompany: '`offered` (the default), `opened` (Paydesk starts with it), `off`',
  'profiles[].id':
    '1 to 64 letters, digits, `-`, `_`; do not change it: the key in the keychain belongs to it',
  'profiles[].name': 'name of the company as clerks see it; up to 120 characters',
  'profiles[].clientId': "client ID of the company's credential; not secret",
  'profiles[].environment': '`sandbox` or `production`',
  'profiles[].hosts': 'base addresses of the seven services, https',
  storageHosts:
    'hosts that are approved for upload links and statement downloads in every profile; empty (the default) leaves the choice to the profiles. Add the bucket to a storage that others use too: s3.eu-central-1.amazonaws.com/your-bucket',
  'inbox.folder':
    'full path of the folder in which your webhook receiver stores statement events (`*.json`). Every profile watches the folder while signed in; clerks cannot choose another one. Used files are moved to the subfolder `processed` without their download links, or deleted; files without a usable event are moved to `rejected`, without links and with the reason in a file beside them. A file that is not whole JSON stays unchanged, because it may still be written, and is read again when its size or time changes; after ten minutes without a change it is listed in *Needs you*. On Windows, Paydesk removes no file that another program has open. Users therefore need write access. No part of the path may be a link or junction, except links of root on macOS: Paydesk reads no events behind one and says so in the inbox. Paydesk never reads or writes through links and pipes of other users in the folder. `null` (the default) leaves the choice to the clerk',
  'inbox.usedFiles':
    '`keep` (the default): a used event file is kept in `processed` with its documented fields, and the host in place of the link; `delete`: it is deleted. The same applies at the next sign-in to files with links from earlier versions.',
  statementViews:
    'saved views of statements that clerks can use and cannot change, marked *From your IT department*: the list `views` of a file that *Export views…* in a statement wrote, up to 200 views. `walletId` is the wallet of a view, `null` for all wallets; `isDefault` shows the view when a statement of its scope is opened, unless the clerk has chosen another default view. Filters are not encrypted here',
  updates: '`{"mode": "off"}` (the default) or `{"mode": "offer", "feed": "https://…"}`: see *Updates*',
  proxy:
    '`{"mode": "system"}` (the default); `{"mode": "direct"}`; `{"mode": "script", "address": "https://…"}`; `{"mode": "fixed", "kind": "http", "server": "host:port", "bypass": ["*.intranet.example", "<local>"]}` with `kind` one of `http`, `https`, `socks5`',
  lockAfterMinutes:
    "1 to 480: the session ends after this time without mouse and keyboard, or when the screen is locked. Documents, proofs, statement requests and downloads in progress are finished first. Until the next completed sign-in, commands that show, save or change stored data are refused. With the key in the keychain or kept for the session, access to the user's desktop is enough to sign in again. `null` (the default): never",
  'retention.statements':
    '1 to 30: whole calendar years after the end of its period, from which a stored statement may be removed. `null` (the default): stored statements are never listed for removal. Described below',
  'retention.proofs': '1 to 30: the same for proofs of payment, after the day on which they were fetched',
  'retention.notes':
    '1 to 30: the same for ticks and notes, after the day of their last change, once their statement may be removed too or is no longer stored',
  helpPage: '`https:` address of your own help page, opened by the Help menu. Paydesk opens no other page',
  'options.tokenField':
    'dotted path of the token in the login response; by default the usual names are tried',
  'options.recipientUpdate':
    '`send-known` (the default): an update also lists the documents that were attached before, for services that replace the list. `send-new`: only new documents, for services that append to the list',
  'options.storageHosts':
    'approved hosts of upload links, with `*.` in front for subdomains; empty allows any host',
  'options.sendCompanyId':
    'sends `companyId` with requests for upload links; omit it unless the service requires it',
  'options.recipientTemplate':
    'JSON object, as text, from which clerks start the data of a new beneficiary as a form; a text such as `{{Company name}}` is a field that must be filled in; `null` (the default): clerks enter the JSON object themselves',
};
