/** @file Entry of the keychain's child process. */
import { serveKeychain } from '../keychain/child.ts';
import { connectToParent } from '../parent-process.ts';

serveKeychain(connectToParent());
