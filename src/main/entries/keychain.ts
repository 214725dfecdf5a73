/** @file Entry of the keychain's child process. */
import { serveKeychain } from '../keychain/child.ts';
import { connectProcess } from '../workers/parent.ts';

serveKeychain(connectProcess());
