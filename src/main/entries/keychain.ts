/** @file Entry of the keychain's child process. */
import { serveKeychain } from '../platform/keychain/child.ts';
import { connectProcess } from '../workers/parent.ts';

serveKeychain(connectProcess());
